import HTTPClient
import SystemFiles
import Foundation
import Glibc
import HLS
import Media

/// Gives the bytes that one media playlist names: mapped where they are files, loaded where they are on the web.
///
/// Sections of one file share its mapping.
struct MediaSource {
    /// The most bytes of one segment from the web.
    static let size = 256 << 20

    let base: URL
    let reach: AddressScope?
    let reader: PlaylistReader
    private var mapped: (path: String, content: ByteSlice)?

    init(base: URL, reach: AddressScope?, reader: PlaylistReader) {
        self.base = base
        self.reach = reach
        self.reader = reader
    }

    /// The bytes of `range` of what `reference` names, all of them for nil; from the web at most `limit`.
    mutating func bytes(
        _ reference: String, _ range: ByteRange?, limit: Int = Self.size
    ) async throws(TransferError) -> ByteSlice {
        guard let url = URL(string: reference, relativeTo: base)?.absoluteURL else {
            throw TransferError(.refused, "'\(reference.prefix(200))' is not a reference to anything")
        }
        guard url.isFileURL else {
            return ByteSlice(copying: try await reader.bytes(url, range, reach: reach, limit: limit))
        }
        guard base.isFileURL else {
            throw TransferError(.refused, "'\(reference.prefix(200))' is a file, and a page on the web names it")
        }
        let content = try file(url.path(percentEncoded: false))
        guard let range else { return content }
        guard range.offset >= 0, range.length >= 0, range.end <= content.count else {
            throw TransferError.absent(
                "'\(reference.prefix(200))' has \(content.count) bytes, and the range \(range) is asked for", ERANGE)
        }
        return content.slice(range.offset..<range.end)
    }

    private mutating func file(_ path: String) throws(TransferError) -> ByteSlice {
        if let mapped, mapped.path == path { return mapped.content }
        guard access(path, F_OK) == 0 || errno != ENOENT else {
            throw TransferError.absent("there is no file '\(path)'")
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
