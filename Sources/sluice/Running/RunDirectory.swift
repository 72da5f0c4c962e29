import Glibc
import SystemFiles

/// The runs of this user, each a file named after its process that it keeps locked while it runs.
///
/// The kernel tells who holds a lock, so that a file that was left behind, or a process id that was given again, is
/// never taken for a run.
enum RunDirectory {
    /// A run that goes on.
    struct Entry: Sendable {
        var process: pid_t
        var pipeline: String
        var path: String
    }

    /// The place of a run in the directory.
    struct Place: Sendable {
        fileprivate let descriptor: Int32
        fileprivate let path: String

        /// Gives it up.
        func leave() {
            unlink(path)
            close(descriptor)
        }
    }

    private static let mostBytes = 8192

    /// Makes this process known; nil where that is not possible.
    static func enter(pipeline: String, path: String) -> Place? {
        guard let folder = folder() else { return nil }
        let place = "\(folder)/\(getpid())"
        // Locked before it has its name, so that nobody takes it for something left behind.
        let hidden = "\(folder)/.\(getpid())"
        unlink(hidden)
        let descriptor = open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        var lock = wholeFile()
        var text = "\(pipeline)\n\(absolute(path))\n"
        let count = text.utf8.count
        let isWritten = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) } == count
        guard isWritten, fcntl(descriptor, F_SETLK, &lock) == 0, rename(hidden, place) == 0 else {
            unlink(hidden)
            close(descriptor)
            return nil
        }
        return Place(descriptor: descriptor, path: place)
    }

    /// The runs that go on, by process; what others left behind is removed.
    static func runs() -> [Entry] {
        guard let folder = folder(), let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var runs: [Entry] = []
        while let item = readdir(stream) {
            let name = withUnsafePointer(to: &item.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let process = pid_t(name), process > 0 else { continue }
            if let run = read("\(folder)/\(name)", process) { runs.append(run) }
        }
        return runs.sorted { $0.process < $1.process }
    }

    private static func read(_ path: String, _ process: pid_t) -> Entry? {
        guard let descriptor = try? RegularFile.open(path, flags: O_RDWR | O_NOFOLLOW) else { return nil }
        defer { close(descriptor) }
        var lock = wholeFile()
        guard fcntl(descriptor, F_GETLK, &lock) == 0 else { return nil }
        guard lock.l_type != F_UNLCK, lock.l_pid == process else {
            if lock.l_type == F_UNLCK { unlink(path) }
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 2 else { return nil }
        return Entry(process: process, pipeline: String(lines[0]), path: String(lines[1]))
    }

    private static func wholeFile() -> flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }

    /// The folder, made where it is missing; nil where it is not this user's alone.
    private static func folder() -> String? {
        let user = getuid()
        let given = Console.environment["XDG_RUNTIME_DIR"] ?? ""
        let path = given.hasPrefix("/") ? "\(given)/sluice" : "/run/user/\(user)/sluice"
        if mkdir(path, 0o700) != 0 && errno != EEXIST { return nil }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user,
            status.st_mode & 0o077 == 0
        else { return nil }
        return path
    }

    private static func absolute(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
