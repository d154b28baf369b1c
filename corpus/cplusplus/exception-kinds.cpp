// The exceptions of the standard library, collected from threads and thrown again.
// case: --algorithm optimal --model sc => verified
// case: --model c11 => verified
#include <any>
#include <cassert>
#include <exception>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <variant>
#include <vector>
struct AppError : std::runtime_error { int code; AppError(int c, const std::string &w) : std::runtime_error(w), code(c) {} };
struct Guard { int &n; ~Guard() { n++; } };
int main() {
  std::vector<std::exception_ptr> errors; std::mutex m; int unwound = 0;
  auto work = [&](int i) {
    try {
      std::lock_guard<std::mutex> l(m); Guard g{unwound};
      if (i == 0) throw AppError(3, "disk " + std::to_string(i));
      std::vector<int> v(2); v.at(5) = 1;
    } catch (...) { std::lock_guard<std::mutex> l(m); errors.push_back(std::current_exception()); }
  };
  std::thread a(work, 0), b(work, 1);
  a.join(); b.join();
  assert(errors.size() == 2 && unwound == 2);
  int app = 0, range = 0;
  for (auto &e : errors) {
    try { std::rethrow_exception(e); }
    catch (const AppError &x) { app += x.code == 3 && x.what() == std::string("disk 0"); }
    catch (const std::out_of_range &) { range++; }
  }
  assert(app == 1 && range == 1);
  try { a.join(); assert(false); } catch (const std::system_error &e) { assert(e.code() == std::errc::invalid_argument); }
  try { std::map<int, int> x; x.at(1); assert(false); } catch (const std::out_of_range &) {}
  try { std::optional<int> o; o.value(); assert(false); } catch (const std::bad_optional_access &) {}
  try { std::variant<int, std::string> v = 1; std::get<std::string>(v); assert(false); } catch (const std::bad_variant_access &) {}
  try { std::any x = 1; std::any_cast<double>(x); assert(false); } catch (const std::bad_any_cast &) {}
  try { std::weak_ptr<int> w; std::shared_ptr<int> s(w); assert(false); } catch (const std::bad_weak_ptr &) {}
  try { std::promise<int> p; auto f = p.get_future(); { auto q = std::move(p); } f.get(); assert(false); }
  catch (const std::future_error &e) { assert(e.code() == std::future_errc::broken_promise); }
  try { try { throw AppError(1, "inner"); } catch (...) { std::throw_with_nested(std::logic_error("outer")); } }
  catch (const std::exception &e) { try { std::rethrow_if_nested(e); assert(false); } catch (const AppError &x) { assert(x.code == 1); } }
  std::unique_lock<std::mutex> l(m);
  try { l.lock(); assert(false); } catch (const std::system_error &e) { assert(e.code() == std::errc::resource_deadlock_would_occur); }
}
