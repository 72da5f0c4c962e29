import SystemFiles
import MPEGTransport
import Media
import StageKit

/// Maps the files of one input in order.
final class TransportFiles {
    private let files: [TransportReading.File]
    private var position = 0
    private var mapped: (path: String, file: MappedFile)?
    /// The error that ended the input at a file after the first; nil if there is none.
    private(set) var failure: StageError?

    init(_ files: [TransportReading.File]) { self.files = files }

    /// Returns the content of the first file.
    func first() throws(StageError) -> ByteSlice {
        guard let part = try map() else {
            throw StageError(.unreadableInput, "the playlist has no segments")
        }
        populate(from: 0, 2 << 20)
        return part.content
    }

    /// Returns the next file; nil at the end and after an error.
    func next() -> Demultiplexer.ContinuationFile? {
        do throws(StageError) {
            return try map()
        } catch {
            failure = error
            return nil
        }
    }

    /// Returns the content of a file or of its byte range; nil if the file is shorter than the range.
    static func content(of file: TransportReading.File, _ mapped: MappedFile) -> ByteSlice? {
        guard let range = file.range else { return mapped.content }
        guard range.upperBound <= mapped.count, !range.isEmpty else { return nil }
        return mapped.content.slice(range)
    }

    /// Throws if the file being read has been truncated: reading past its end would terminate the process.
    func checkLength() throws(StageError) {
        guard let mapped, !mapped.file.isComplete else { return }
        throw StageError(.truncatedInput, "'\(mapped.path)' was truncated while it was being read")
    }

    /// Loads `count` bytes of the file being read into memory, from `offset` on.
    func populate(from offset: Int, _ count: Int) {
        guard let mapped, position > 0 else { return }
        let start = min(mapped.file.count, (files[position - 1].range?.lowerBound ?? 0) + offset)
        mapped.file.populate(start..<min(mapped.file.count, start + count))
    }

    private func map() throws(StageError) -> Demultiplexer.ContinuationFile? {
        guard position < files.count else { return nil }
        let next = files[position]
        let file: MappedFile
        if let mapped, mapped.path == next.path {
            file = mapped.file
        } else {
            do throws(MappedFile.Failure) {
                file = try MappedFile(path: next.path)
            } catch {
                throw StageError(.unreadableInput, "\(error)")
            }
        }
        guard let content = Self.content(of: next, file) else {
            throw StageError(
                .truncatedInput,
                "'\(next.path)' has \(file.count) bytes, fewer than its byte range in the playlist")
        }
        mapped = (next.path, file)
        position += 1
        return Demultiplexer.ContinuationFile(content, isDiscontinuous: next.isDiscontinuous)
    }
}
