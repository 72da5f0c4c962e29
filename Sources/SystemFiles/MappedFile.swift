import Glibc
package import Media

/// A file mapped into memory, whose bytes can be sliced without being copied.
package final class MappedFile: FileBacking {
    /// The reason why a file cannot be mapped: lower case, without a full stop, with the path.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    package let descriptor: Int32
    /// The path without symbolic links at the time of opening.
    package let absolutePath: String?
    /// The size in bytes.
    package let count: Int
    // Safe because the mapping is read-only and lives exactly as long as this object.
    nonisolated(unsafe) private let base: UnsafeMutableRawPointer

    /// Maps the file at `path`. Throws if it is not a regular file, is empty or cannot be read.
    package init(path: String) throws(Failure) {
        do throws(RegularFile.Failure) {
            descriptor = try RegularFile.open(path)
        } catch {
            let advice = SimilarFile.advice(for: path).map { "; \($0)" } ?? ""
            throw Failure(
                description: error.isNotRegular
                    ? "'\(path)' is not a file; pipes and devices cannot be mapped (file.read reads them)"
                    : "'\(path)' cannot be opened: \(SystemError(error))\(advice)")
        }
        do throws(Failure) {
            count = try Self.size(of: descriptor, path)
        } catch {
            close(descriptor)
            throw error
        }
        guard let base = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), base != MAP_FAILED else {
            let reason = SystemError(code: errno)
            close(descriptor)
            throw Failure(description: "'\(path)' cannot be mapped into memory: \(reason)")
        }
        madvise(base, count, MADV_SEQUENTIAL)
        absolutePath = AbsolutePath.resolving(path)
        self.base = base
    }

    deinit {
        munmap(base, count)
        close(descriptor)
    }

    /// The content of the file as one slice; every slice of it retains the mapping.
    package var content: ByteSlice {
        ByteSlice(ByteStorage(borrowing: UnsafeRawPointer(base), count: count, file: self) { [self] in _ = self })
    }

    /// Whether the file still has at least its mapped size. Reading past the end of a truncated file ends the process.
    package var isComplete: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_size >= count
    }

    /// Loads pages with one call instead of many page faults. Older kernels ignore it.
    package func populate(_ range: Range<Int>) {
        let page = 4096
        let start = range.lowerBound / page * page
        madvise(base + start, min(range.upperBound, count) - start, madvisePopulateRead)
    }

    private static func size(of descriptor: Int32, _ path: String) throws(Failure) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw Failure(description: "'\(path)' cannot be read: \(SystemError(code: errno))")
        }
        guard status.st_size > 0 else { throw Failure(description: "'\(path)' is empty") }
        return Int(status.st_size)
    }
}

/// `MADV_POPULATE_READ`, which the Swift overlay of the C library does not export.
private let madvisePopulateRead: Int32 = 22
