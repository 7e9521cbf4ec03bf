// Two threads count without a lock. Built with ThreadSanitizer only: the test passes when the
// sanitizer reports the race, and so shows that this build would find one elsewhere.
#include <cstdio>
#include <thread>

int main() {
  int count = 0;
  {
    const auto add = [&count] {
      for (int i = 0; i < 1000; ++i) ++count;
    };
    const std::jthread one(add), other(add);
  }
  std::printf("%d\n", count);
}
