import Glibc
import SystemFiles

/// The runs of this user, each a file named after its process that it keeps locked while it runs.
///
/// The kernel knows the holder of a lock, so that a file left behind, or a process id that is used again, is never
/// taken for a run.
enum RunDirectory {
    /// A run that goes on.
    struct Entry: Sendable {
        var process: pid_t
        var pipeline: String
        var path: String
    }

    /// The place of a run in the directory.
    struct Place: Sendable {
        fileprivate let folder: Int32
        fileprivate let descriptor: Int32
        fileprivate let name: String

        /// Gives it up.
        func leave() {
            unlinkat(folder, name, 0)
            close(descriptor)
            close(folder)
        }
    }

    private static let mostBytes = 8192

    /// The folders for runs, the preferred one first; a run uses the first that is this user's alone, and readers look in
    /// all of them.
    ///
    /// Services, cron jobs and containers have no `XDG_RUNTIME_DIR`, and `/run/user/0` goes away with root's last session.
    static var folders: [String] {
        let (user, environment) = (getuid(), Console.environment)
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        var folders = variable("XDG_RUNTIME_DIR").map { ["\($0)/sluice"] } ?? []
        if user == 0 { folders.append("/run/sluice") }
        folders += ["/run/user/\(user)/sluice", "\(P_tmpdir)/sluice-\(user)"]
        if let temporary = variable("TMPDIR") { folders.append("\(temporary)/sluice-\(user)") }
        var known: Set<String> = []
        return folders.filter { known.insert($0).inserted }
    }

    /// Makes this process known; nil where no folder can be used.
    static func enter(pipeline: String, path: String) -> Place? {
        for folder in folders {
            guard let descriptor = open(folder: folder, makes: true) else { continue }
            if let place = enter(descriptor, pipeline, path) { return place }
            close(descriptor)
        }
        return nil
    }

    /// The runs that go on, by process; files that others left behind are removed.
    static func runs() -> [Entry] {
        var runs: [pid_t: Entry] = [:]
        for folder in folders {
            guard let descriptor = open(folder: folder, makes: false) else { continue }
            for run in self.runs(in: descriptor) { runs[run.process] = run }
        }
        return runs.values.sorted { $0.process < $1.process }
    }

    private static func enter(_ folder: Int32, _ pipeline: String, _ path: String) -> Place? {
        // Locked before it has its name, so that no reader takes it for a file left behind.
        let (name, hidden) = ("\(getpid())", ".\(getpid())")
        unlinkat(folder, hidden, 0)
        let descriptor = openat(folder, hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        var lock = wholeFile()
        var text = "\(pipeline)\n\(absolute(path))\n"
        let count = text.utf8.count
        let isWritten = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) } == count
        guard isWritten, fcntl(descriptor, F_SETLK, &lock) == 0, renameat(folder, hidden, folder, name) == 0 else {
            unlinkat(folder, hidden, 0)
            close(descriptor)
            return nil
        }
        return Place(folder: folder, descriptor: descriptor, name: name)
    }

    /// The runs in a folder, whose descriptor is closed.
    private static func runs(in folder: Int32) -> [Entry] {
        guard let stream = fdopendir(folder) else {
            close(folder)
            return []
        }
        defer { closedir(stream) }
        var runs: [Entry] = []
        while let item = readdir(stream) {
            let name = withUnsafePointer(to: &item.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let process = pid_t(name), process > 0 else { continue }
            if let run = read(folder, name, process) { runs.append(run) }
        }
        return runs
    }

    private static func read(_ folder: Int32, _ name: String, _ process: pid_t) -> Entry? {
        let descriptor = openat(folder, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var lock = wholeFile()
        guard fcntl(descriptor, F_GETLK, &lock) == 0 else { return nil }
        guard lock.l_type != F_UNLCK, lock.l_pid == process else {
            if lock.l_type == F_UNLCK { unlinkat(folder, name, 0) }
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

    /// Opens a folder; nil where it is not this user's alone.
    ///
    /// Others may have made a folder or a link of this name in the temporary folder before. The owner and the
    /// permissions are those of what is opened, and all names are relative to it from then on.
    private static func open(folder path: String, makes: Bool) -> Int32? {
        if makes, mkdir(path, 0o700) != 0, errno != EEXIST { return nil }
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func absolute(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
