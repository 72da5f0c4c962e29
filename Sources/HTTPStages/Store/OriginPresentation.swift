import HLS
import HTTPServer
import Media
import StageKit

/// The resources and state of one presentation.
struct OriginPresentation: Sendable {
    var resources: [String: StoredResource] = [:]
    /// The paths that each playlist announces in EXT-X-PRELOAD-HINT, by the playlist's path.
    private(set) var hints: [String: [String]] = [:]
    /// The segments whose parts are published while they are made, by path.
    private(set) var growing: [String: GrowingSegment] = [:]
    /// The path of the multivariant playlist, or of the first media playlist if there is none.
    private(set) var entry: String?
    private var hasMultivariant = false
    /// The target duration in seconds; nil until a media playlist is published.
    private(set) var targetDuration: Int?
    /// Whether a DASH manifest was published, which describes all media.
    var hasManifest = false
    /// Whether a player can start: a media playlist or a manifest is published.
    var isReady: Bool { targetDuration != nil || hasManifest }
    /// The time of the first media playlist or manifest; nil before.
    private(set) var start: MonotonicTime?
    /// Whether no more resources follow.
    var isEnded = false
    /// Whether its stage has ended and a successor will continue it.
    var isSuspended = false
    /// Removals of files that playlists of an earlier stage list.
    var heldRemovals = HeldRemovals()
    /// The keys of the resources.
    var keys = PresentationKeys()
    /// The records that the upstream stages need to continue the presentation, and the time of the latest one in
    /// milliseconds since 1970.
    private(set) var records: [String: [UInt8]] = [:]
    private(set) var lastRecorded: Int64 = 0

    /// The figures of the stage that serves the presentation; nil if there are none.
    private(set) var figures: OriginFigures?

    /// Sets the figures, and adds the playlists that an earlier stage has published.
    mutating func setFigures(_ figures: OriginFigures) {
        self.figures = figures
        for (path, resource) in resources where resource.playlist?.hasViewers == true { figures.addPlaylist(path) }
    }

    /// The figures of responses to requests for a path.
    func figures(for path: ResourcePath) -> ResponseFigures? {
        guard case .resource(_, let path) = path else { return figures?[.page] }
        return figures?[OriginRequestKind(resources[path], path: path)]
    }

    /// Updates the figures of the load and of viewers.
    func updateFigures(_ load: ServerLoad, name: String, at now: MonotonicTime) {
        figures?.update(load, presentation: name, interval: maximumWait, at: now)
    }

    /// Returns whether a playlist hints at the resource, or the resource is the segment of the hinted part or the next
    /// one. Clients of low-latency DASH request a segment when its first part is due.
    func isHinted(_ path: String) -> Bool {
        guard !hints.isEmpty else { return false }
        if hints.values.contains(where: { $0.contains(path) }) { return true }
        guard let wanted = SegmentPath(path) else { return false }
        return hints.values.contains { paths in
            paths.contains { SegmentPath(part: $0).map { $0 == wanted || $0.next == wanted } ?? false }
        }
    }

    /// Adds a part to the segment that it belongs to. Returns the path of that segment.
    mutating func addPart(_ bytes: ByteSlice, _ resource: Resource) -> String? {
        guard let path = resource.segmentPath ?? SegmentPath(part: resource.path)?.text, resources[path] == nil else {
            return nil
        }
        // A gap may have replaced the rest of the segment before.
        let folder = SegmentPath(path)?.folder
        for other in growing.keys where other != path && SegmentPath(other)?.folder == folder {
            endGrowing(other, count: nil)
        }
        let segment = growing[path] ?? GrowingSegment(contentType: resource.contentType)
        growing[path] = segment
        segment.append(bytes)
        return path
    }

    /// Ends a segment that was published in parts; `count` is its size, nil if it will not be complete.
    mutating func endGrowing(_ path: String, count: Int?) {
        growing.removeValue(forKey: path)?.end(count: count)
    }

    /// Ends all segments that were published in parts and are not complete.
    mutating func endAllGrowing() {
        for segment in growing.values { segment.end(count: nil) }
        growing = [:]
    }

    /// Whether a resource that does not exist may follow soon: nothing is published yet, or the first media playlist is
    /// followed by those of the other renditions.
    func mayPublish(_ path: String, at now: MonotonicTime) -> Bool {
        guard !isEnded, isReady else { return !isEnded }
        return path.hasSuffix(".m3u8") && start.map { now < $0 + maximumWait } ?? false
    }

    /// The maximum time that a request for a hinted resource is held: three target durations.
    var maximumWait: Duration { .seconds(targetDuration ?? 1) * 3 }

    /// Updates the state for a playlist that was just stored. Returns the paths that are no longer hinted at.
    mutating func update(_ playlist: PublishedPlaylist, at path: String, role: Resource.Role) -> [String] {
        if playlist.hasViewers { figures?.addPlaylist(path) }
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

    /// Stores or removes a record that lets upstream stages continue the presentation after a reload.
    mutating func storeRecord(_ record: Resource, at now: ClockReading) {
        lastRecorded = now.wall.milliseconds
        switch record.action {
        case .store(let data), .append(let data): records[record.path] = data.bytes
        case .remove: records[record.path] = nil
        }
    }

    /// Records the time at which a player can start.
    mutating func noteStart(at now: MonotonicTime) { if start == nil, isReady { start = now } }

    mutating func remove(_ path: String) {
        resources[path] = nil
        keys.remove(path)
        figures?.removePlaylist(path)
        hints[path] = nil
        if entry == path { entry = nil }
    }
}
