// What ThreadSanitizer must know of absl::Mutex. Debian's libabsl is not instrumented: the
// sanitizer sees no lock in it and would report races that are none. In its build the linker sends
// every call of the functions below here first; CMakeLists.txt finds them by their lines that begin
// with GAUNTLET_RACED. One that is missing shows: the sanitizer then reports races behind it.
//
// Within a Locking or Unlocking the sanitizer looks away, also from conditions that Abseil
// evaluates meanwhile on whatever thread. They hold the mutex; what they read is not checked.
#ifdef __SANITIZE_THREAD__

#include <absl/synchronization/mutex.h>
#include <absl/synchronization/notification.h>
#include <absl/time/time.h>
#include <sanitizer/tsan_interface.h>

namespace {

constexpr unsigned kShared = __tsan_mutex_read_lock;

/// While it lives, a mutex is being locked.
class Locking {
 public:
  explicit Locking(absl::Mutex* mutex, unsigned how = 0) : mutex_(mutex), how_(how) {
    __tsan_mutex_pre_lock(mutex_, how_);
  }
  ~Locking() { __tsan_mutex_post_lock(mutex_, how_, 0); }

  void fail() { how_ |= __tsan_mutex_try_lock_failed; }

 private:
  absl::Mutex* const mutex_;
  unsigned how_;
};

/// While it lives, a mutex is being unlocked.
class Unlocking {
 public:
  explicit Unlocking(absl::Mutex* mutex, unsigned how = 0) : mutex_(mutex), how_(how) {
    __tsan_mutex_pre_unlock(mutex_, how_);
  }
  ~Unlocking() { __tsan_mutex_post_unlock(mutex_, how_); }

 private:
  absl::Mutex* const mutex_;
  const unsigned how_;
};

/// While it lives, a mutex that was held is free until it is being locked again.
class Waiting {
 public:
  explicit Waiting(absl::Mutex* mutex) : locking_(unlocked(mutex)) {}

 private:
  static absl::Mutex* unlocked(absl::Mutex* mutex) {
    const Unlocking unlocking(mutex);
    return mutex;
  }

  const Locking locking_;
};

/// At its end, all that was done before the notification is known to have been.
class Hearing {
 public:
  explicit Hearing(const absl::Notification* notification) : notification_(notification) {}
  ~Hearing() { __tsan_acquire(const_cast<absl::Notification*>(notification_)); }

 private:
  const absl::Notification* const notification_;
};

}  // namespace

// GAUNTLET_RACED(name, result, (parameters), (arguments), body): calls of the function of namespace
// absl with this mangled name run the body instead, and there real() is the function itself.
#define GAUNTLET_RACED(name, result, parameters, arguments, ...)  \
  extern "C" result __real__ZN##name parameters;                  \
  extern "C" result __wrap__ZN##name parameters {                 \
    const auto real = [&] { return __real__ZN##name arguments; }; \
    __VA_ARGS__                                                   \
  }

using absl::Condition, absl::CondVar, absl::Duration, absl::Mutex, absl::Notification, absl::Time;

GAUNTLET_RACED(4absl7debian35MutexD1Ev, void, (Mutex * mutex), (mutex), {
  __tsan_mutex_destroy(mutex, 0);
  real();
})
GAUNTLET_RACED(4absl7debian35Mutex4LockEv, void, (Mutex * mutex), (mutex), {
  const Locking locking(mutex);
  real();
})
GAUNTLET_RACED(4absl7debian35Mutex10ReaderLockEv, void, (Mutex * mutex), (mutex), {
  const Locking locking(mutex, kShared);
  real();
})
GAUNTLET_RACED(4absl7debian35Mutex6UnlockEv, void, (Mutex * mutex), (mutex), {
  const Unlocking unlocking(mutex);
  real();
})
GAUNTLET_RACED(4absl7debian35Mutex12ReaderUnlockEv, void, (Mutex * mutex), (mutex), {
  const Unlocking unlocking(mutex, kShared);
  real();
})
GAUNTLET_RACED(4absl7debian35Mutex7TryLockEv, bool, (Mutex * mutex), (mutex), {
  Locking locking(mutex, __tsan_mutex_try_lock);
  const bool is_locked = real();
  if (!is_locked) locking.fail();
  return is_locked;
})
GAUNTLET_RACED(4absl7debian35Mutex8LockWhenERKNS0_9ConditionE, void,
               (Mutex * mutex, const Condition& until), (mutex, until), {
                 const Locking locking(mutex);
                 real();
               })
GAUNTLET_RACED(4absl7debian35Mutex14ReaderLockWhenERKNS0_9ConditionE, void,
               (Mutex * mutex, const Condition& until), (mutex, until), {
                 const Locking locking(mutex, kShared);
                 real();
               })
GAUNTLET_RACED(4absl7debian35Mutex5AwaitERKNS0_9ConditionE, void,
               (Mutex * mutex, const Condition& until), (mutex, until), {
                 const Waiting waiting(mutex);
                 real();
               })
GAUNTLET_RACED(4absl7debian35Mutex16AwaitWithTimeoutERKNS0_9ConditionENS0_8DurationE, bool,
               (Mutex * mutex, const Condition& until, Duration timeout), (mutex, until, timeout), {
                 const Waiting waiting(mutex);
                 return real();
               })
GAUNTLET_RACED(4absl7debian35Mutex17AwaitWithDeadlineERKNS0_9ConditionENS0_4TimeE, bool,
               (Mutex * mutex, const Condition& until, Time deadline), (mutex, until, deadline), {
                 const Waiting waiting(mutex);
                 return real();
               })
GAUNTLET_RACED(4absl7debian37CondVar4WaitEPNS0_5MutexE, void, (CondVar * condition, Mutex* mutex),
               (condition, mutex), {
                 const Waiting waiting(mutex);
                 real();
               })
GAUNTLET_RACED(4absl7debian37CondVar15WaitWithTimeoutEPNS0_5MutexENS0_8DurationE, bool,
               (CondVar * condition, Mutex* mutex, Duration timeout), (condition, mutex, timeout), {
                 const Waiting waiting(mutex);
                 return real();
               })
GAUNTLET_RACED(4absl7debian37CondVar16WaitWithDeadlineEPNS0_5MutexENS0_4TimeE, bool,
               (CondVar * condition, Mutex* mutex, Time deadline), (condition, mutex, deadline), {
                 const Waiting waiting(mutex);
                 return real();
               })
GAUNTLET_RACED(4absl7debian312Notification6NotifyEv, void, (Notification * notification),
               (notification), {
                 __tsan_release(notification);
                 real();
               })
GAUNTLET_RACED(K4absl7debian312Notification19WaitForNotificationEv, void,
               (const Notification* notification), (notification), {
                 const Hearing hearing(notification);
                 real();
               })
GAUNTLET_RACED(K4absl7debian312Notification30WaitForNotificationWithTimeoutENS0_8DurationE, bool,
               (const Notification* notification, Duration timeout), (notification, timeout), {
                 const Hearing hearing(notification);
                 return real();
               })
GAUNTLET_RACED(K4absl7debian312Notification31WaitForNotificationWithDeadlineENS0_4TimeE, bool,
               (const Notification* notification, Time deadline), (notification, deadline), {
                 const Hearing hearing(notification);
                 return real();
               })

#endif
