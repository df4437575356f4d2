// A library to preload: the n-th operation of a kind fails, or the power does.
//
//   AFTERSTATE_FAULT          KIND:N; the N-th operation of the kind fails, counted from 1; 0 only counts. Kinds:
//     open, write, sync, rename   fail with ENOSPC or EIO; a write leaves half of its bytes
//     alloc                       malloc and mmap fail, counted from the first file that is created in the folder on
//     power                       before the N-th change of the folder, everything that was not synced is undone, names
//                                 included, and the process is killed; at its end if there are fewer changes
//     power-data                  the same, but names of files are as they were set
//   AFTERSTATE_FAULT_FOLDER   operations on files elsewhere always succeed
//   AFTERSTATE_FAULT_SPARE    a folder on the same file system, for what must be kept to undo operations
//   AFTERSTATE_FAULT_REPORT   a file that gets the number of operations of the kind, at the end or before the fault
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#define EXPORTED extern "C" __attribute__((visibility("default")))

extern "C" {
void* __libc_malloc(size_t);            // NOLINT: names of glibc
void* __libc_calloc(size_t, size_t);    // NOLINT
void* __libc_realloc(void*, size_t);    // NOLINT
void* __libc_memalign(size_t, size_t);  // NOLINT
}

namespace {

std::string text_of(const char* variable) {
  const auto* const text = std::getenv(variable);
  return text == nullptr ? "" : text;
}

/// Operations of this library itself are not counted and do not fail.
thread_local bool inside = false;
struct Inside {
  Inside() : before(inside) { inside = true; }
  ~Inside() { inside = before; }
  bool before;
};

std::atomic<bool> armed{false};  ///< allocations count

/// A file with changes that are not on disk.
struct Unsynced {
  int descriptor;
  std::string durable;  ///< contents on disk
};

/// A change of names that is not on disk.
struct NameChange {
  enum class Kind { created, renamed, removed, folder } kind;
  std::string path;
  std::string from;   ///< of a rename
  std::string spare;  ///< another name of what was at `path` before
};

struct State {
  std::string kind;
  std::uint64_t number = 0;
  std::string folder = text_of("AFTERSTATE_FAULT_FOLDER");
  std::string spare = text_of("AFTERSTATE_FAULT_SPARE");
  std::string report = text_of("AFTERSTATE_FAULT_REPORT");
  std::atomic<std::uint64_t> count{0};
  std::recursive_mutex mutex;
  std::map<std::pair<dev_t, ino_t>, Unsynced> unsynced;
  std::vector<NameChange> names;
  int spares = 0;

  State() {
    const auto fault = text_of("AFTERSTATE_FAULT");
    kind = fault.substr(0, fault.find(':'));
    if (kind.size() < fault.size()) number = std::strtoull(fault.c_str() + kind.size() + 1, nullptr, 10);
  }
  bool power() const { return kind.starts_with("power"); }
};

State* state = nullptr;

int real_open(const char* path, int flags, mode_t mode) {
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

void tell_count() {
  const int file = real_open(state->report.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const auto text = std::to_string(state->count.load());
  if (::syscall(SYS_write, file, text.data(), text.size()) < 0) std::abort();
  ::syscall(SYS_close, file);
}

bool is_ours(const std::string& path) { return path.starts_with(state->folder + "/") || path == state->folder; }

std::string absolute(const char* path) { return std::filesystem::absolute(path).lexically_normal().string(); }

std::string path_of(int descriptor) {
  std::error_code gone;
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), gone).string();
}

/// Whether the operation is to be looked at: by the program, on a file in the folder.
bool counts(const char* path) {
  if (state == nullptr || inside) return false;
  const Inside guard;
  return is_ours(absolute(path));
}

bool counts(int descriptor) {
  if (state == nullptr || inside || descriptor <= STDERR_FILENO) return false;
  const Inside guard;
  return is_ours(path_of(descriptor));
}

std::string contents_of(int descriptor) {
  std::string bytes;
  char block[4096];  // NOLINT
  for (ssize_t got = 0; (got = ::pread(descriptor, block, sizeof block, static_cast<off_t>(bytes.size()))) > 0;)
    bytes.append(block, static_cast<std::size_t>(got));
  return bytes;
}

/// Before the contents of a file change.
void keep_contents(int descriptor) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return;
  const auto key = std::pair{status.st_dev, status.st_ino};
  if (state->unsynced.contains(key)) return;
  const int own = real_open(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), O_RDWR | O_CLOEXEC, 0);
  if (own >= 0) state->unsynced[key] = {own, contents_of(own)};
}

std::string spare_name_of(const std::string& path) {
  if (!std::filesystem::exists(path)) return "";
  const auto name = state->spare + "/" + std::to_string(state->spares++);
  return ::link(path.c_str(), name.c_str()) == 0 ? name : "";
}

void move(const std::string& from, const std::string& to) {
  ::syscall(SYS_renameat, AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str());
}

void delete_name(const std::string& path) { ::syscall(SYS_unlinkat, AT_FDCWD, path.c_str(), 0); }

[[noreturn]] void lose_power() {
  for (auto& [key, file] : state->unsynced) {
    ::syscall(SYS_ftruncate, file.descriptor, 0);
    if (::syscall(SYS_pwrite64, file.descriptor, file.durable.data(), file.durable.size(), 0) < 0) std::abort();
  }
  if (state->kind == "power")
    for (auto change = state->names.rbegin(); change != state->names.rend(); ++change) {
      if (change->kind == NameChange::Kind::created) delete_name(change->path);
      if (change->kind == NameChange::Kind::renamed) move(change->path, change->from);
      if (change->kind == NameChange::Kind::folder) std::filesystem::remove_all(change->path);
      if (!change->spare.empty()) move(change->spare, change->path);
    }
  ::kill(::getpid(), SIGKILL);
  std::abort();
}

/// Counts an operation; whether it is the one that fails.
bool strikes(const char* kind) {
  if (state == nullptr || state->kind != kind) return false;
  if (++state->count != state->number) return false;
  const Inside guard;
  tell_count();
  return true;
}

/// Before every change of the folder.
void count_change() {
  if (!state->power() || ++state->count != state->number) return;
  tell_count();
  lose_power();
}

bool fails(const char* kind, int error) {
  if (!strikes(kind)) return false;
  errno = error;
  return true;
}

int opened(const char* path, int flags, mode_t mode) {
  if ((flags & (O_CREAT | O_TRUNC)) == 0 || !counts(path)) return real_open(path, flags, mode);
  const Inside guard;
  const std::scoped_lock lock{state->mutex};
  if (fails("open", ENOSPC)) return -1;
  armed = true;
  if (!state->power()) return real_open(path, flags, mode);
  count_change();
  const bool existed = std::filesystem::exists(path);
  const int file = real_open(path, flags & ~O_TRUNC, mode);
  if (file < 0) return file;
  if (!existed) state->names.push_back({NameChange::Kind::created, absolute(path), "", ""});
  keep_contents(file);
  if ((flags & O_TRUNC) != 0) ::syscall(SYS_ftruncate, file, 0);
  return file;
}

/// `write` writes that many of the bytes.
template <class Write>
ssize_t written(int descriptor, size_t count, const Write& write) {
  if (!counts(descriptor)) return write(count);
  const Inside guard;
  const std::scoped_lock lock{state->mutex};
  if (strikes("write")) {
    write(count / 2);
    errno = ENOSPC;
    return -1;
  }
  if (state->power()) {
    count_change();
    keep_contents(descriptor);
  }
  return write(count);
}

int synced(int descriptor, long call) {
  if (!counts(descriptor)) return static_cast<int>(::syscall(call, descriptor));
  const Inside guard;
  const std::scoped_lock lock{state->mutex};
  if (fails("sync", EIO)) return -1;
  if (!state->power()) return static_cast<int>(::syscall(call, descriptor));
  count_change();
  struct stat status{};
  ::fstat(descriptor, &status);
  if (S_ISDIR(status.st_mode)) {
    const auto folder = path_of(descriptor);
    std::erase_if(state->names,
                  [&](const NameChange& change) { return std::filesystem::path{change.path}.parent_path() == folder; });
  } else if (const auto found = state->unsynced.find({status.st_dev, status.st_ino}); found != state->unsynced.end()) {
    ::syscall(SYS_close, found->second.descriptor);
    state->unsynced.erase(found);
  }
  return 0;
}

int cut(int descriptor, off_t length) {
  if (counts(descriptor) && state->power()) {
    const Inside guard;
    const std::scoped_lock lock{state->mutex};
    count_change();
    keep_contents(descriptor);
  }
  return static_cast<int>(::syscall(SYS_ftruncate, descriptor, length));
}

int removed(const char* path) {
  if (!counts(path) || !state->power()) return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0));
  const Inside guard;
  const std::scoped_lock lock{state->mutex};
  count_change();
  const auto spare = spare_name_of(path);
  const auto status = static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0));
  if (status == 0) state->names.push_back({NameChange::Kind::removed, absolute(path), "", spare});
  return status;
}

bool allocation_fails() { return !inside && armed && fails("alloc", ENOMEM); }

__attribute__((constructor)) void begin() {
  const Inside guard;
  static State only;
  if (!only.kind.empty()) state = &only;
}

__attribute__((destructor)) void end() {
  if (state == nullptr) return;
  const Inside guard;
  if (state->number == 0 || state->count < state->number) tell_count();
  if (state->power() && state->number > 0) lose_power();
}

}  // namespace

EXPORTED int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, flags, mode);
}

EXPORTED int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, flags, mode);
}

EXPORTED ssize_t write(int descriptor, const void* bytes, size_t count) {
  return written(descriptor, count, [&](size_t some) { return ::syscall(SYS_write, descriptor, bytes, some); });
}

EXPORTED ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t offset) {
  return written(descriptor, count,
                 [&](size_t some) { return ::syscall(SYS_pwrite64, descriptor, bytes, some, offset); });
}

EXPORTED int fsync(int descriptor) { return synced(descriptor, SYS_fsync); }
EXPORTED int fdatasync(int descriptor) { return synced(descriptor, SYS_fdatasync); }
EXPORTED int ftruncate(int descriptor, off_t length) noexcept { return cut(descriptor, length); }
EXPORTED int unlink(const char* path) noexcept { return removed(path); }

EXPORTED int rename(const char* from, const char* to) noexcept {
  const auto go = [&] { return static_cast<int>(::syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to)); };
  if (!counts(to)) return go();
  const Inside guard;
  const std::scoped_lock lock{state->mutex};
  if (fails("rename", EIO)) return -1;
  if (!state->power()) return go();
  count_change();
  const auto spare = spare_name_of(to);
  const auto status = go();
  if (status == 0) state->names.push_back({NameChange::Kind::renamed, absolute(to), absolute(from), spare});
  return status;
}

EXPORTED int mkdir(const char* path, mode_t mode) noexcept {
  const auto status = static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, path, mode));
  if (status != 0 || !counts(path) || !state->power()) return status;
  const Inside guard;
  const std::scoped_lock lock{state->mutex};
  state->names.push_back({NameChange::Kind::folder, absolute(path), "", ""});
  return status;
}

EXPORTED void* malloc(size_t size) noexcept { return allocation_fails() ? nullptr : __libc_malloc(size); }
EXPORTED void* calloc(size_t count, size_t size) noexcept {
  return allocation_fails() ? nullptr : __libc_calloc(count, size);
}
EXPORTED void* realloc(void* memory, size_t size) noexcept {
  return allocation_fails() ? nullptr : __libc_realloc(memory, size);
}
EXPORTED void* aligned_alloc(size_t alignment, size_t size) noexcept {
  return allocation_fails() ? nullptr : __libc_memalign(alignment, size);
}

EXPORTED void* mmap(void* address, size_t length, int protection, int flags, int descriptor, off_t offset) noexcept {
  if (allocation_fails()) return MAP_FAILED;
  return reinterpret_cast<void*>(::syscall(SYS_mmap, address, length, protection, flags, descriptor, offset));
}
