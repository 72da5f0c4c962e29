import Foundation
import Glibc
import Media
import SystemFiles

/// Files and folders, with errors that an engine may repeat.
enum FileTree {
    static func makeFolders(_ path: String) throws(JobError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw JobError(.temporary, "cannot create folder '\(path)': \(SystemError(code: errno))")
        }
    }

    static func remove(_ path: String) throws(JobError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw JobError(.temporary, "cannot remove '\(path)': \(SystemError(code: errno))")
        }
    }

    /// Writes a new file and its content to the disk.
    static func write(_ data: ByteRope, to path: String) throws(JobError) {
        do throws(SystemError) {
            let descriptor = try SystemError.check(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644))
            do throws(SystemError) {
                try GatheringWrite.write(data, to: descriptor)
                try SystemError.check(fsync(descriptor))
            } catch {
                close(descriptor)
                throw error
            }
            try SystemError.check(close(descriptor))
        } catch {
            throw JobError(.temporary, "cannot write '\(path)': \(error)")
        }
    }

    /// Replaces a file by rename.
    static func replace(_ path: String, with data: ByteRope) throws(JobError) {
        if let slash = path.lastIndex(of: "/") { try makeFolders(String(path[..<slash])) }
        let temporary = "\(path).\(getpid()).part"
        try write(data, to: temporary)
        guard rename(temporary, path) == 0 else {
            throw JobError(.temporary, "cannot write '\(path)': \(SystemError(code: errno))")
        }
    }

    static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    static func read(_ path: String, limit: Int = JobDocument.limit) throws(JobError) -> [UInt8] {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(path, limit: limit)
        } catch {
            throw JobError(error.code == ENOENT ? .permanent : .temporary, "cannot read '\(path)': \(error)")
        }
    }

    /// The free space of the file system of a folder, in bytes.
    static func freeBytes(_ path: String) -> Int {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return .max }
        let product = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return product.overflow ? .max : Int(clamping: product.partialValue)
    }
}
