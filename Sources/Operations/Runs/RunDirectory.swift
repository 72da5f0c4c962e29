import Foundation
package import Glibc
import SystemFiles

/// The directory of this user's runs. Each run has a file named after its process, and holds a lock on it.
///
/// The kernel reports the holder of a lock, so a stale file or a reused process identifier is never mistaken for a run.
package enum RunDirectory {
    /// A run in progress.
    package struct Entry: Sendable {
        package var process: pid_t
        package var pipeline: String
        package var path: String
        /// The path of the socket of the run's admin listener. The run may not listen on it.
        package var socket: String
        /// The state in a service, such as `waiting`, if this is a pipeline of a service; nil for other runs.
        package var serviceState: String?
        /// Whether this is a service without pipelines, such as one of movies.
        package var isBareService = false

        /// Whether the process runs. One that has ended exists until its parent has read its exit code.
        package var isAlive: Bool {
            guard kill(process, 0) == 0 || errno == EPERM else { return false }
            guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
            // The state follows the name, which is in parentheses and may contain any character.
            let state = line[(line.lastIndex(of: ")") ?? line.startIndex)...].dropFirst(2).first
            return state != "Z" && state != "X"
        }
    }

    /// A registered run.
    package struct Registration: Sendable {
        fileprivate let folder: Int32
        fileprivate let descriptor: Int32
        fileprivate let name: String
        /// The path for the socket of the run's admin listener.
        package let socket: String

        /// Removes the run from the directory, with its socket.
        package func remove() {
            unlinkat(folder, "\(name).sock", 0)
            unlinkat(folder, name, 0)
            close(descriptor)
            close(folder)
        }
    }

    private static let maxFileSize = 8192
    /// The folder where the units of systemd register their runs.
    private static let serviceFolder = "/run/sluice/sluice"

    /// The candidate folders, preferred one first. A run uses the first folder that only this user can access; readers
    /// search all of them.
    ///
    /// Services, cron jobs and containers have no `XDG_RUNTIME_DIR`, and `/run/user/0` is removed with root's last
    /// session.
    package static var folders: [String] {
        let user = getuid()
        func variable(_ name: String) -> String? {
            guard let value = getenv(name) else { return nil }
            return value.pointee == UInt8(ascii: "/") ? String(cString: value) : nil
        }
        var folders = variable("XDG_RUNTIME_DIR").map { ["\($0)/sluice"] } ?? []
        if user == 0 { folders.append("/run/sluice") }
        folders += ["/run/user/\(user)/sluice", "\(P_tmpdir)/sluice-\(user)"]
        if let temporary = variable("TMPDIR") { folders.append("\(temporary)/sluice-\(user)") }
        var known: Set<String> = []
        return folders.filter { known.insert($0).inserted }
    }

    /// Registers this process; returns nil if no folder can be used.
    package static func register(pipeline: String, path: String) -> Registration? {
        for folder in folders {
            guard let descriptor = open(folder: folder, makes: true) else { continue }
            if let place = register(descriptor, folder, pipeline, path) { return place }
            close(descriptor)
        }
        return nil
    }

    /// Returns the runs in progress, by process identifier, with the runs of the system's services if this user is
    /// their user or root. Removes stale files.
    package static func runs() -> [Entry] {
        var runs: [pid_t: Entry] = [:]
        let own = folders
        for folder in own + [serviceFolder].filter({ !own.contains($0) }) {
            let isReadable = folder == serviceFolder && getuid() == 0
            guard let descriptor = open(folder: folder, makes: false, ofAnyUser: isReadable) else { continue }
            for run in self.runs(in: descriptor, folder) { runs[run.process] = run }
        }
        return runs.values.sorted { $0.process < $1.process }
    }

    private static func register(
        _ folder: Int32, _ folderPath: String, _ pipeline: String, _ path: String
    ) -> Registration? {
        // The file is locked before it gets its final name, so that no reader mistakes it for a stale file.
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
        return Registration(
            folder: folder, descriptor: descriptor, name: name, socket: "\(folderPath)/\(name).sock")
    }

    /// Returns the runs in a folder, and closes the folder's descriptor.
    private static func runs(in folder: Int32, _ path: String) -> [Entry] {
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
            if let run = read(folder, path, name, process) { runs.append(run) }
        }
        return runs
    }

    private static func read(
        _ folder: Int32, _ folderPath: String, _ name: String, _ process: pid_t
    ) -> Entry? {
        let descriptor = openat(folder, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var lock = wholeFile()
        guard fcntl(descriptor, F_GETLK, &lock) == 0 else { return nil }
        guard lock.l_type != F_UNLCK, lock.l_pid == process else {
            if lock.l_type == F_UNLCK {
                unlinkat(folder, "\(name).sock", 0)
                unlinkat(folder, name, 0)
            }
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: maxFileSize)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 2 else { return nil }
        return Entry(
            process: process, pipeline: String(lines[0]), path: String(lines[1]),
            socket: "\(folderPath)/\(name).sock")
    }

    private static func wholeFile() -> flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }

    /// Opens a folder; returns nil if other users can access it.
    ///
    /// In a shared temporary folder, another user may have created a folder or a link with this name. Owner and
    /// permissions are therefore checked on the open descriptor, and files are opened relative to it.
    private static func open(folder path: String, makes: Bool, ofAnyUser: Bool = false) -> Int32? {
        if makes, mkdir(path, 0o700) != 0, errno != EEXIST { return nil }
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        let isPrivate = fstat(descriptor, &status) == 0 && status.st_mode & 0o077 == 0
        guard isPrivate, ofAnyUser || status.st_uid == getuid() else {
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
