import HLS
import Media
import StageKit

/// What an origin has of one presentation.
struct OriginPresentation: Sendable {
    var resources: [String: StoredResource] = [:]
    /// What each playlist says will be there soon, by the playlist's path.
    private(set) var hints: [String: [String]] = [:]
    /// The path of the multivariant playlist, or of the only playlist.
    private(set) var entry: String?
    private var hasMultivariant = false
    /// In seconds; nil before there is a media playlist.
    private(set) var targetDuration: Int?
    /// Whether nothing more will be stored.
    var isEnded = false
    /// Whether its stage has ended and another one continues it.
    var isLeft = false
    /// The records that the stages above need to continue it, and the time of the last one in milliseconds since 1970.
    private(set) var records: [String: [UInt8]] = [:]
    private(set) var lastRecorded: Int64 = 0

    /// Whether a resource is about to be there.
    func isHinted(_ path: String) -> Bool { hints.values.contains { $0.contains(path) } }

    /// How long those wait at most who wait for a hinted resource, in nanoseconds.
    var patience: Int64 { Int64(clamping: targetDuration ?? 1).multipliedClamping(by: 3_000_000_000) }

    /// Takes note of what a playlist says that was just stored; the paths that are not hinted at any more.
    mutating func note(_ playlist: PublishedPlaylist, at path: String, role: Resource.Role) -> [String] {
        let isMultivariant = role == .multivariantPlaylist
        if isMultivariant || (!hasMultivariant && entry == nil) { entry = path }
        hasMultivariant = hasMultivariant || isMultivariant
        let before = hints[path] ?? []
        guard let media = playlist.media else {
            hints[path] = nil
            return before
        }
        if let edge = playlist.edge, !media.isIFramesOnly { targetDuration = targetDuration ?? edge.targetDuration }
        let now =
            media.hasEndList
            ? []
            : media.preloadHints.filter { $0.offset == 0 }
                .compactMap { ResourcePath.resolve($0.uri, from: path) }
        hints[path] = now.isEmpty ? nil : now
        return before.filter { !now.contains($0) }
    }

    /// Stores or removes a record.
    mutating func keep(_ record: Resource, at now: OriginTime) {
        lastRecorded = now.date * 1000
        switch record.action {
        case .store(let data), .append(let data): records[record.path] = data.bytes
        case .remove: records[record.path] = nil
        }
    }

    mutating func forget(_ path: String) {
        resources[path] = nil
        hints[path] = nil
        if entry == path { entry = nil }
    }
}
