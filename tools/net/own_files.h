// Which files are a program's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gauntlet::tools {

/// Where a command is given.
struct Surroundings {
  std::string folder;  ///< In which it runs; absolute.
  std::string home;    ///< Of the user; "": none.
  std::string path;    ///< Where programs lie, as in $PATH.

  /// Those of this process.
  static Surroundings here();
};

/// A folder or file that a program sees, read-only.
struct OwnFile {
  std::string source;  ///< Where it lies, without links on the way.
  std::string place;   ///< Where the program sees it.

  friend bool operator==(const OwnFile&, const OwnFile&) = default;
};

/// Whether it lies in a folder that belongs to the system and that every program sees.
bool is_of_system(std::string_view path);
/// Those folders, as far as there may be such.
const std::vector<std::string_view>& system_folders();

/// What a command needs beside the system's folders, folders before what is in them. Each of its
/// words, also those within quotes, that names a file or folder has that folder, or the one in
/// which the file lies; a program that is found by PATH has the folder above its "bin"; and so for
/// what the first line of a script ("#!") names. Folders that hold more than a program, as that of
/// the user or /tmp, are never among them: then it is the file alone.
std::vector<OwnFile> own_files(const std::string& command, const Surroundings& here);

/// `path` itself, and where its links lead; nothing if it does not exist.
std::vector<OwnFile> whole(const std::string& path, const Surroundings& here);

/// Sorted, and without what lies in another one of them.
std::vector<OwnFile> merged(std::vector<OwnFile> files);

}  // namespace gauntlet::tools
