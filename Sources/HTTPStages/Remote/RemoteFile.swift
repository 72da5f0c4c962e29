import ISOMedia
import Media
import OnDemand
import StageKit
import Synchronization

/// A version of a remote object, whose blocks are fetched when they are required.
final class RemoteFile: RemoteContent {
    private struct Retained {
        /// The blocks that are required as long as the file is open.
        var index: [BlockLease] = []
        /// The blocks that are required for opening only.
        var opening: [BlockLease] = []
        var isOpening = true
        var blocks: Set<Int> = []
    }

    /// The maximum size of a box of the index, in bytes.
    private static let boxLimit = 256 << 20
    /// The number of bytes that identify a container.
    private static let identifierSize = 16

    private let object: CachedObject
    private let facts: ObjectFacts
    private let folder: RemoteFolder
    /// The name of the object in the folder.
    private let path: String
    private let retained = Mutex(Retained())

    init(_ path: String, _ facts: ObjectFacts, _ object: CachedObject, _ folder: RemoteFolder) {
        (self.path, self.facts, self.object, self.folder) = (path, facts, object, folder)
    }

    var name: String { folder.client.location.text + path }
    var descriptor: Int32 { object.files.descriptor }
    var openingLimit: Int { folder.objectLimit }

    var state: MovieFolder.FileState? {
        object.isReplaced.load(ordering: .relaxed)
            ? nil : MovieFolder.FileState(size: facts.size, tag: facts.validator)
    }

    func byteCount(of ranges: [Range<Int>]) -> Int {
        min(object.size, object.blocks(ranges).count * BlockFiles.blockSize)
    }

    func missing(_ ranges: [Range<Int>]) -> [Range<Int>] {
        let blocks = retained.withLock { $0.blocks }
        return ranges.filter { !blocks.isSuperset(of: object.blocks([$0])) }
    }

    func retain(_ ranges: [Range<Int>]) async throws(StageError) {
        let lease = try await lease(fetching: ranges)
        retained.withLock { retained in
            retained.opening.append(lease)
            retained.blocks.formUnion(lease.indices)
        }
    }

    func release() { retained.withLock { ($0.opening, $0.blocks) = ([], []) } }

    func lease(_ ranges: [Range<Int>]) -> (any AnyObject & Sendable)? {
        object.cache.lease(object.blocks(ranges), of: object)
    }

    func fetch(_ ranges: [Range<Int>]) async throws(StageError) -> any AnyObject & Sendable {
        try await lease(fetching: ranges)
    }

    /// Fetches the boxes that describe the samples; the whole file if it has no such index.
    func retainIndex() async throws(StageError) {
        if try await isMatroska() { return try await retainMatroska() }
        var locator = IndexLocator(size: object.size, limit: min(Self.boxLimit, openingLimit))
        while case .header(let range) = locator.step {
            let lease = try await lease(fetching: [range])
            locator.receive(withExtendedLifetime(lease) { object.files.read(range) })
        }
        var ranges = [0..<object.size]
        if case .index(let boxes) = locator.step { ranges = [0..<min(16, object.size)] + boxes }
        let size = ranges.reduce(0) { $0 + $1.count }
        guard size <= openingLimit else { throw tooLarge(size, "it has no index before or after its media") }
        let lease = try await lease(fetching: ranges)
        retained.withLock { retained in
            retained.index.append(lease)
            retained.blocks.formUnion(lease.indices)
        }
    }

    private func isMatroska() async throws(StageError) -> Bool {
        let range = 0..<min(Self.identifierSize, object.size)
        let lease = try await lease(fetching: [range])
        return MovieCache.Container(ByteSlice(copying: withExtendedLifetime(lease) { object.files.read(range) }))
            == .matroska
    }

    /// Fetches the whole file, whose samples are described by the headers of their blocks. It is required for opening only:
    /// their tables are elsewhere then.
    private func retainMatroska() async throws(StageError) {
        guard object.size <= openingLimit else {
            throw tooLarge(object.size, "Matroska describes frames next to them")
        }
        try await retain([0..<object.size])
    }

    private func tooLarge(_ size: Int, _ reason: String) -> StageError {
        StageError(
            .limitReached,
            "opening '\(name)' requires all its \(size >> 20) MiB, because \(reason), and the cache can keep "
                + "\(openingLimit >> 20) MiB for it; set a larger one (--cache-size)")
    }

    private func lease(fetching ranges: [Range<Int>]) async throws(StageError) -> BlockLease {
        try await object.cache.lease(object.blocks(ranges), of: object) {
            [object, facts, folder, path, name] (_, sink) async throws(StageError) in
            guard try await folder.client.fetch(path, facts, into: sink) else {
                object.isReplaced.store(true, ordering: .relaxed)
                folder.forget(path)
                throw StageError(.sourceFailed, "'\(name)' has changed in the store; players get other playlists")
            }
        }
    }
}
