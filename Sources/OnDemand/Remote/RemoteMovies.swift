package import Media
package import StageKit
import SystemFiles

/// Movies in a store that is reached over the network.
package protocol RemoteMovies: Sendable {
    /// The name of the store in messages and the default path of URLs, without secrets.
    var name: String { get }
    /// Starts to open a presentation.
    func attempt() -> any RemoteAttempt
}

extension StageError.Code {
    /// A remote store does not answer as it should.
    package static let sourceFailed: Self = "source-failed"
    /// A remote store does not answer in time.
    package static let sourceTimedOut: Self = "source-timed-out"
    /// All blocks of the cache of remote movies are in use.
    package static let cacheFull: Self = "cache-full"

    /// Whether a remote store may answer later.
    var isOfSource: Bool { self == .sourceFailed || self == .sourceTimedOut || self == .cacheFull }
}

extension MappedFile {
    /// The content of a remote object; nil for local files.
    var remote: (any RemoteContent)? { partial.flatMap { $0 as? any RemoteContent } }
}

extension ByteRope {
    /// The ranges of remote objects that the slices contain.
    private var remoteRanges: [(content: any RemoteContent, ranges: [Range<Int>])] {
        var found: [(content: any RemoteContent, ranges: [Range<Int>])] = []
        for slice in slices {
            guard let file = slice.storage.file as? MappedFile, let content = file.remote else { continue }
            let range = slice.offset..<slice.offset + slice.count
            if let index = found.firstIndex(where: { $0.content === content }) {
                found[index].ranges.append(range)
            } else {
                found.append((content, [range]))
            }
        }
        return found
    }

    /// Returns the bytes with their blocks of remote objects retained; nil if some are absent.
    package var leased: ByteRope? {
        var leases: [(content: any RemoteContent, lease: any AnyObject & Sendable)] = []
        for (content, ranges) in remoteRanges {
            guard let lease = content.lease(ranges) else { return nil }
            leases.append((content, lease))
        }
        if leases.isEmpty { return self }
        var result = ByteRope()
        for slice in slices {
            guard let file = slice.storage.file as? MappedFile, let content = file.remote,
                let lease = leases.first(where: { $0.content === content })?.lease
            else {
                result.append(slice)
                continue
            }
            result.append(file.content(retaining: lease).slice(slice.offset..<slice.offset + slice.count))
        }
        return result
    }
}
