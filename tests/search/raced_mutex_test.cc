// absl::Mutex keeps threads apart, and ThreadSanitizer knows it (see search/raced_mutex.cc): under
// it each test fails whose counter seems unguarded.
#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>
#include <absl/synchronization/notification.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

namespace gauntlet {

namespace {

constexpr int kTimes = 5'000;

struct Counter {
  absl::Mutex mutex;
  absl::CondVar has_changed;
  int count ABSL_GUARDED_BY(mutex) = 0;

  void add() {
    const absl::MutexLock lock(&mutex);
    ++count;
    has_changed.SignalAll();
  }
  void add_if_free() {
    while (!mutex.TryLock()) std::this_thread::yield();
    ++count;
    mutex.Unlock();
  }
  int read() {
    const absl::ReaderMutexLock lock(&mutex);
    return count;
  }
};

template <class Work>
void twice_at_once(Work work) {
  const std::jthread one(work), other(work);
}

TEST(MutexThreads, AddOneAfterTheOther) {
  Counter counter;
  twice_at_once([&] {
    for (int i = 0; i < kTimes; ++i) counter.add();
  });
  EXPECT_EQ(counter.read(), 2 * kTimes);
}

TEST(MutexThreads, TryToLock) {
  Counter counter;
  twice_at_once([&] {
    for (int i = 0; i < kTimes; ++i) counter.add_if_free();
  });
  EXPECT_EQ(counter.read(), 2 * kTimes);
}

TEST(MutexThreads, ReadWhileOthersWrite) {
  Counter counter;
  twice_at_once([&] {
    for (int last = 0; last < kTimes;) {
      counter.add();
      const int now = counter.read();
      EXPECT_GT(now, last);
      last = now;
    }
  });
}

/// Waits in every way until the counter is at `goal`, and adds one each time.
void wait_in_every_way(Counter& counter, int goal) {
  const auto is_there = [&]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return counter.count >= goal; };
  const absl::Condition until(&is_there);
  {
    const absl::MutexLock lock(&counter.mutex, until);
    ++counter.count;
  }
  const absl::MutexLock lock(&counter.mutex);
  counter.mutex.Await(until);
  ++counter.count;
  EXPECT_TRUE(counter.mutex.AwaitWithTimeout(until, absl::Minutes(1)));
  ++counter.count;
  EXPECT_TRUE(counter.mutex.AwaitWithDeadline(until, absl::Now() + absl::Minutes(1)));
  ++counter.count;
}

TEST(MutexThreads, WaitForAConditionOfTheMutex) {
  Counter counter;
  {
    std::jthread early([&] { wait_in_every_way(counter, 100); });
    std::jthread late([&] { wait_in_every_way(counter, 200); });
    for (int i = 0; i < 200; ++i) counter.add();
  }
  EXPECT_EQ(counter.read(), 208);
}

TEST(MutexThreads, WaitForASignal) {
  Counter counter;
  {
    const std::jthread waiting([&] {
      const absl::MutexLock lock(&counter.mutex);
      while (counter.count < 100) counter.has_changed.Wait(&counter.mutex);
      while (counter.count < 200)
        counter.has_changed.WaitWithTimeout(&counter.mutex, absl::Milliseconds(1));
      while (counter.count < 300)
        counter.has_changed.WaitWithDeadline(&counter.mutex, absl::Now() + absl::Milliseconds(1));
      ++counter.count;
    });
    for (int i = 0; i < 300; ++i) counter.add();
  }
  EXPECT_EQ(counter.read(), 301);
}

TEST(MutexThreads, WaitForANotification) {
  int first = 0, second = 0, third = 0;  // each written before its notification, read after it
  absl::Notification has_first, has_second, has_third;
  const std::jthread writing([&] {
    first = 1;
    has_first.Notify();
    second = 2;
    has_second.Notify();
    third = 3;
    has_third.Notify();
  });
  has_first.WaitForNotification();
  EXPECT_EQ(first, 1);
  EXPECT_TRUE(has_second.WaitForNotificationWithTimeout(absl::Minutes(1)));
  EXPECT_EQ(second, 2);
  EXPECT_TRUE(has_third.WaitForNotificationWithDeadline(absl::Now() + absl::Minutes(1)));
  EXPECT_EQ(third, 3);
}

#ifdef __SANITIZE_THREAD__
/// What clang would refuse: one of two threads does not lock.
[[noreturn]] void race() ABSL_NO_THREAD_SAFETY_ANALYSIS {
  Counter counter;
  {
    const std::jthread careful([&] {
      for (int i = 0; i < kTimes; ++i) counter.add();
    });
    const std::jthread careless([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
      for (int i = 0; i < kTimes; ++i) ++counter.count;
    });
  }
  std::exit(0);
}

TEST(MutexThreads, ARaceIsFound) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(race(), ::testing::ExitedWithCode(66), "data race");
}
#endif

}  // namespace

}  // namespace gauntlet
