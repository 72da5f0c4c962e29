import CMappedMemory
import Glibc
package import Media
import Synchronization

/// A file mapped into memory, whose bytes can be sliced without being copied.
package final class MappedFile: FileBacking {
    /// The reason why a file cannot be mapped: lower case, without a full stop, with the path.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The expected order of accesses.
    package enum Access: Sendable {
        /// From the start to the end, with large reads ahead.
        case sequential
        /// Anywhere: only the accessed or populated parts are read.
        case random
    }

    package let descriptor: Int32
    /// The path without symbolic links at the time of opening.
    package let absolutePath: String?
    /// The size in bytes.
    package let count: Int
    /// The content that the file contains in part; nil if all bytes are present.
    package let partial: (any PartialContent)?
    private let mapping: Mapping
    /// The state that the file must keep; nil if it may change.
    private let expected = Mutex<Identity?>(nil)

    /// A range of memory that ends at or after the end of the file.
    private final class Mapping: Sendable {
        let descriptor: Int32
        // Safe because the mapping is read-only and lives exactly as long as this object.
        nonisolated(unsafe) let base: UnsafeMutableRawPointer
        let length: Int
        /// The identifier of the guard of the mapping.
        let guardID: Int32

        /// Adopts the descriptor. Nil if the file cannot be mapped, which `errno` explains.
        init?(_ descriptor: Int32, length: Int, _ access: Access) {
            guard let base = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0), base != MAP_FAILED else {
                return nil
            }
            madvise(base, length, access == .sequential ? MADV_SEQUENTIAL : MADV_RANDOM)
            (self.descriptor, self.base, self.length) = (descriptor, base, length)
            guardID = sluice_guard_add(base, length)
        }

        deinit {
            sluice_guard_remove(guardID)
            munmap(base, length)
            close(descriptor)
        }
    }

    /// The minimum address space of a mapping of a file that grows, in bytes.
    private static let minimumReserve = 64 << 20

    /// Maps the file at `path`. Throws if it is not a regular file, is empty or cannot be read.
    package init(
        path: String, access: Access = .sequential, partial: (any PartialContent)? = nil
    ) throws(Failure) {
        self.partial = partial
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
        guard let mapping = Mapping(descriptor, length: count, access) else {
            let reason = SystemError(code: errno)
            close(descriptor)
            throw Failure(description: "'\(path)' cannot be mapped into memory: \(reason)")
        }
        absolutePath = AbsolutePath.resolving(path)
        self.mapping = mapping
    }

    private init(_ mapping: Mapping, count: Int, path: String?) {
        (self.mapping, self.count, descriptor, absolutePath) = (mapping, count, mapping.descriptor, path)
        partial = nil
    }

    /// Returns the same file with the bytes that were appended since it was mapped; nil if there are none.
    ///
    /// Address space is reserved, so that a file that grows often is rarely mapped again.
    package func grown() -> MappedFile? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, Int(status.st_size) > count else { return nil }
        let size = Int(status.st_size)
        if size <= mapping.length { return MappedFile(mapping, count: size, path: absolutePath) }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        guard let larger = Mapping(copy, length: size + max(size, Self.minimumReserve), .random) else {
            close(copy)
            return nil
        }
        return MappedFile(larger, count: size, path: absolutePath)
    }

    /// The content of the file as one slice; every slice of it retains the mapping.
    package var content: ByteSlice { content(retaining: nil) }

    /// The content of the file as one slice, which also retains an object.
    package func content(retaining object: (any AnyObject & Sendable)?) -> ByteSlice {
        let base = UnsafeRawPointer(mapping.base)
        return ByteSlice(
            ByteStorage(borrowing: base, count: count, file: self) { [self] in _ = (self, object) })
    }

    /// Records the use of a range of partial content; nil if all bytes are present.
    package var use: (@Sendable (Range<Int>) -> Void)? {
        guard let partial else { return nil }
        return { partial.use($0) }
    }

    /// Whether the file still has at least its mapped size, and all bytes so far could be read. Bytes past the end of a
    /// truncated file read as zero.
    package var isComplete: Bool {
        guard isReadable else { return false }
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_size >= count
    }

    /// Whether all bytes so far could be read.
    package var isReadable: Bool { sluice_guard_is_damaged(mapping.guardID) == 0 }

    /// The state of a file that changes with its content.
    package struct Identity: Sendable, Hashable {
        private let size: Int
        private let times: [Int]

        fileprivate init?(_ descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            size = Int(status.st_size)
            // Tools can restore the time of the last change of the content, but not of the status.
            times = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
    }

    /// Declares that the file must not change from now on: its bytes are no longer sent when it has.
    package func expectNoChange() { expected.withLock { $0 = $0 ?? identity } }

    /// The present state; nil if it cannot be determined.
    package var identity: Identity? { Identity(descriptor) }

    /// Whether the file must not change.
    package var isFixed: Bool { expected.withLock { $0 != nil } }

    /// Whether a file that must not change is the same; true for other files.
    package var isUnchanged: Bool { expected.withLock { $0.map { $0 == identity } ?? true } }

    /// Loads pages with one call instead of many page faults. Older kernels ignore it.
    package func populate(_ range: Range<Int>) {
        let page = 4096
        let start = range.lowerBound / page * page
        madvise(mapping.base + start, min(range.upperBound, count) - start, madvisePopulateRead)
    }

    /// Reads a range into the page cache with large reads, and maps its pages.
    package func load(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return }
        posix_fadvise(descriptor, range.lowerBound, range.count, POSIX_FADV_WILLNEED)
        populate(range)
    }

    /// Unmaps all pages; they remain in the page cache, and are mapped again when they are accessed.
    package func releasePages() { madvise(mapping.base, count, MADV_DONTNEED) }

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
