import Glibc
package import Media

/// An open file on which file operations are performed in order.
package struct FileOperationSink: ~Copyable {
    package let path: String
    /// The reason why a rewrite was skipped; nil if none was skipped.
    package private(set) var rewriteFailure: String?
    private var descriptor: Int32

    /// Creates the file at `path`, or truncates an existing one if `replacing`; throws if one exists otherwise.
    package init(path: String, replacing: Bool) throws(UnwritableFile) {
        self.path = path
        do throws(SystemError) {
            descriptor = try Self.open(path, replacing: replacing)
        } catch {
            throw UnwritableFile(path: path, reason: error)
        }
    }

    private static func open(_ path: String, replacing: Bool) throws(SystemError) -> Int32 {
        do throws(RegularFile.Failure) {
            return try RegularFile.open(path, flags: O_RDWR | O_CREAT | (replacing ? O_TRUNC : O_EXCL))
        } catch {
            // Operations write at earlier offsets, which pipes and devices do not support.
            throw error.isNotRegular ? SystemError(code: ESPIPE) : SystemError(error)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Performs operations in order.
    package mutating func perform(_ operations: [FileOperation]) throws(UnwritableFile) {
        do throws(SystemError) {
            for operation in operations { try perform(operation) }
        } catch {
            throw UnwritableFile(path: path, reason: error)
        }
    }

    /// Closes the file. Some file systems report only here that the file is too large.
    package consuming func finish() throws(UnwritableFile) {
        let file = descriptor
        descriptor = -1
        guard close(file) == 0 else {
            throw UnwritableFile(path: path, reason: SystemError(code: errno))
        }
    }

    /// Removes the file.
    package consuming func cancel() { unlink(path) }

    private mutating func perform(_ operation: FileOperation) throws(SystemError) {
        switch operation {
        case .append(let rope):
            let start = lseek(descriptor, 0, SEEK_CUR)
            do throws(SystemError) {
                try GatheringWrite.write(rope, to: descriptor)
            } catch {
                // The file ends with complete fragments, which players can read.
                if start >= 0 { _ = ftruncate(descriptor, start) }
                throw error
            }
        case .overwrite(let bytes, let offset): try Self.write(bytes, to: descriptor, at: offset)
        case .synchronize: try SystemError.check(fdatasync(descriptor))
        case .rewrite(let header, let kept):
            do throws(SystemError) {
                try rewrite(header, keeping: kept)
            } catch {
                rewriteFailure = error.description
            }
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: UInt64) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let written = bytes[done...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset) + off_t(done))
            }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw SystemError(code: errno) }
            done += written
        }
    }

    /// Writes a new file next to the old one and renames it to replace the old one.
    private mutating func rewrite(_ header: [UInt8], keeping kept: Range<UInt64>) throws(SystemError) {
        let temporary = path + ".part"
        let new: Int32
        do throws(RegularFile.Failure) {
            new = try RegularFile.open(temporary, flags: O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW)
        } catch {
            throw SystemError(error)
        }
        do throws(SystemError) {
            try GatheringWrite.write(ByteRope(header), to: new)
            try Self.copy(kept, from: descriptor, to: new)
            try SystemError.check(fdatasync(new))
            try SystemError.check(rename(temporary, path))
        } catch {
            close(new)
            unlink(temporary)
            throw error
        }
        close(descriptor)
        descriptor = new
    }

    /// Copies bytes inside the kernel.
    private static func copy(_ range: Range<UInt64>, from source: Int32, to target: Int32) throws(SystemError) {
        var offset = off_t(range.lowerBound)
        let end = off_t(range.upperBound)
        while offset < end {
            let copied = sendfile(target, source, &offset, Int(min(end - offset, 1 << 30)))
            if copied < 0 && errno == EINTR { continue }
            // Nothing was copied: another process truncated the file.
            guard copied > 0 else { throw SystemError(code: copied < 0 ? errno : EIO) }
        }
    }
}
