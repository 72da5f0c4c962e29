import HTTPClient
import SystemFiles
import Foundation
import Glibc
import HLS
import Media

/// Reads the resources of one media playlist: memory-mapped from files, or loaded over HTTP.
///
/// Ranges of one file share its mapping.
struct MediaSource {
    /// The maximum size of a remote segment in bytes.
    static let maximumSize = 64 << 20

    let base: URL
    let reach: AddressScope?
    let reader: PlaylistReader
    private var mapped: (path: String, content: ByteSlice)?

    init(base: URL, reach: AddressScope?, reader: PlaylistReader) {
        self.base = base
        self.reach = reach
        self.reader = reader
    }

    /// Returns the bytes of `range` of the referenced resource, or all bytes for nil; remote resources are limited to
    /// `limit`.
    mutating func bytes(
        _ reference: String, _ range: ByteRange?, limit: Int = Self.maximumSize
    ) async throws(TransferError) -> ByteSlice {
        guard let url = URL(string: reference, relativeTo: base)?.absoluteURL else {
            throw TransferError(.refused, "'\(reference.prefix(200))' is not a valid URI reference")
        }
        guard url.isFileURL else {
            return ByteSlice(copying: try await reader.bytes(url, range, reach: reach, limit: limit))
        }
        guard base.isFileURL else {
            throw TransferError(.refused, "'\(reference.prefix(200))' is a file, but the playlist is remote")
        }
        let content = try file(url.path(percentEncoded: false))
        guard let range else { return content }
        guard range.offset >= 0, range.length >= 0, range.end <= content.count else {
            throw TransferError.absent(
                "'\(reference.prefix(200))' has \(content.count) bytes, but the range \(range) is required", ERANGE)
        }
        return content.slice(range.offset..<range.end)
    }

    private mutating func file(_ path: String) throws(TransferError) -> ByteSlice {
        if let mapped, mapped.path == path { return mapped.content }
        guard access(path, F_OK) == 0 || errno != ENOENT else {
            throw TransferError.absent("'\(path)' does not exist")
        }
        do throws(MappedFile.Failure) {
            let content = try MappedFile(path: path).content
            mapped = (path, content)
            return content
        } catch {
            throw TransferError(.disk, error.description)
        }
    }
}
