import DASH
import HLS
package import Media
package import StageKit

/// Writes an MPD for the segments that HLS playlists list: the same files and no others.
///
/// Resources are passed through. In live and event presentations an updated MPD follows each media segment; otherwise
/// the MPD is written at the end.
package struct DASHManifest: Transform {
    package typealias Input = Resource
    package typealias Output = Resource

    package struct Options: StageOptions {
        package var type: HLSPlaylist.PlaylistKind?
        package var name = "index.mpd"
        package var delay: MediaTime?
        package var timeServer: String?
        package var latency: MediaTime?

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .option("type", \.type, "Presentation type; that of the playlists by default."),
                .option("name", \.name, "File name of the MPD."),
                .option(
                    "delay", \.delay, in: .seconds(1)...(.seconds(600)),
                    "Distance of live players from the newest segment; three segments by default. Players with low "
                        + "latency aim for 'latency' instead."),
                .option(
                    "time-server", \.timeServer,
                    "URL that returns the time as ISO 8601 text, for live players. With latency, the time of http.origin "
                        + "by default."),
                .option(
                    "latency", \.latency, in: .milliseconds(200)...(.seconds(60)),
                    "Latency that players of live segments with parts aim for. They receive each segment while it is "
                        + "made, which requires http.origin. None by default: players wait for complete segments."),
            ]
        }
    }

    package static let kind = "dash.manifest"
    package static let abstract = "Describes the segments of playlists as DASH, in an MPD next to them."

    let options: Options
    /// The type of the options or of the playlists.
    private var type: HLSPlaylist.PlaylistKind
    private var renditions: [DASHRendition] = []
    private var discontinuities = DASHDiscontinuities()
    /// The date of media time zero.
    private var epoch: DateTime?
    private var hasRemovedSegments = false
    /// Removals of segments that the newest MPD lists. They follow the next MPD.
    private var removals: [Resource] = []
    /// Whether an MPD was emitted.
    private var hasPublished = false
    /// The number of segments since the newest MPD.
    private var waitingSegments = 0
    /// The number of segments of each rendition for which the MPD waits for a rendition that has none.
    private static let maximumWait = 3
    private var isFinished = false
    /// Whether the newest media playlist has ended; nil before there is one.
    private var playlistsEnded: Bool?
    /// Whether the MPD of live and event presentations follows each segment.
    package var publishesSegments = true
    /// The renditions of WebVTT files, which the MPD does not list.
    private var leftOut: Set<String> = []
    /// Whether the playlists have chapters, which the MPD does not have.
    private var hasChapters = false

    /// Throws `invalid-options` if the name is not a plain file name.
    package init(options: Options) throws {
        guard PlaylistLayout.isFileName(options.name) else {
            throw StageError(.invalidOptions, "name '\(options.name)' is not a valid file name; use one without '/'")
        }
        if options.latency != nil, options.type == .vod {
            throw StageError(.invalidOptions, "latency is for live presentations; set type: live, or remove it")
        }
        self.options = options
        type = options.type ?? .vod
    }

    package mutating func receive(_ message: Message<Resource>, _ effects: inout Effects<Resource>) throws {
        guard case .payload(let resource) = message else { return effects.emit(message: message) }
        if !removals.isEmpty { removals.removeAll { $0.path == resource.path } }
        // The retention period begins with the MPD without the segment, which may be late if the source stalls.
        if case .remove = resource.action, remove(resource.path), hasPublished { return removals.append(resource) }
        effects.emit(resource)
        reportChapters(resource, &effects)
        try list(resource, &effects)
    }

    /// Lists the segment of a resource, or removes it, without passing the resource through.
    package mutating func list(_ resource: Resource, _ effects: inout Effects<Resource>) throws {
        if case .remove = resource.action { _ = remove(resource.path) }
        if let playlist = resource.content(as: DeliverablePlaylist.self), let ended = playlist.hasEndList {
            playlistsEnded = ended
        }
        guard let segment = resource.segment else { return }
        if options.type == nil, let given = segment.presentationType {
            type = HLSPlaylist.PlaylistKind(rawValue: given.rawValue) ?? type
        }
        try addSegment(segment, at: resource.path, &effects)
        guard type != .vod, publishesSegments, segment.kind != .initialization else { return }
        // A rendition is added with its first segment, so that the sets of a period do not change.
        waitingSegments += 1
        guard renditions.allSatisfy(\.hasBegun) || waitingSegments > Self.maximumWait * renditions.count else { return }
        publish(ended: false, &effects)
    }

    package mutating func finish(_ effects: inout Effects<Resource>) throws {
        guard !isFinished else { return }
        isFinished = true
        guard renditions.contains(where: { !$0.entries.isEmpty }) else {
            throw StageError(
                .noUsableTrack,
                "no segment to describe; connect dash.manifest to the output of hls.playlist"
            )
        }
        let ended = options.type == .vod || playlistsEnded ?? effects.stopMode.endsOutput(nil)
        publish(ended: ended, &effects)
    }

    /// Emits the MPD, and the removals of segments that it does not list any more.
    private mutating func publish(ended: Bool, _ effects: inout Effects<Resource>) {
        effects.emit(manifest(ended: ended, at: effects.clock.wallTime))
        (hasPublished, waitingSegments) = (true, 0)
        for removal in removals { effects.emit(removal) }
        removals = []
    }
}

// Listed segments.
extension DASHManifest {
    private mutating func addSegment(
        _ segment: Resource.ContainedSegment, at path: String, _ effects: inout Effects<Resource>
    ) throws {
        guard segment.rendition.images != nil || segment.rendition.tracks.count == 1 else {
            throw StageError(
                .invalidOptions,
                "rendition '\(segment.rendition.id)' has \(segment.rendition.tracks.count) tracks in "
                    + "one file, but DASH requires one; use mux: separate in fmp4.segment")
        }
        guard segment.protection?.method != .aes128 else {
            throw StageError(
                .invalidOptions,
                "DASH players cannot decrypt segments that are encrypted with aes-128; use method: cbcs or cenc")
        }
        // WebVTT files are for HLS players; DASH carries text in fragmented MP4.
        guard !segment.rendition.isWebVTT else { return reportFiles(of: segment.rendition, &effects) }
        let location = SegmentList.Location(uri: PlaylistLayout.reference(path: path), range: segment.byteRange)
        var index = renditions.firstIndex { $0.rendition.id == segment.rendition.id } ?? renditions.endIndex
        if segment.kind == .initialization || segment.rendition.images != nil, index == renditions.endIndex {
            // The files that an earlier run's MPD lists are being overwritten.
            if renditions.isEmpty { effects.emit(removal) }
            let isInitialization = segment.kind == .initialization
            renditions.append(
                DASHRendition(
                    segment.rendition, initialization: isInitialization ? location : nil,
                    protection: segment.protection))
            index = renditions.endIndex - 1
            if segment.kind == .initialization { return }
        }
        guard renditions.indices.contains(index) else { return }
        if segment.kind == .initialization {
            if let protection = segment.protection, segment.rendition == renditions[index].rendition,
                renditions[index].protection.map(protection.differsInKeys) == true
            {
                return renditions[index].begin(segment.rendition, location, protection)
            }
            if segment.protection == nil, renditions[index].protection == nil {
                return renditions[index].begin(segment.rendition, location, nil)
            }
            effects.reportError(
                "format-change",
                "the format of rendition '\(segment.rendition.id)' changes, and the MPD describes one format of "
                    + "encrypted renditions, so later segments do not play with its initialization segment")
            return
        }
        let isFirst = renditions.allSatisfy { $0.entries.isEmpty }
        if !isFirst, segment.isDiscontinuity || renditions[index].startsSection {
            discontinuities.add(segment.report.start)
        }
        renditions[index].add(segment.report, at: location, path: path, byteCount: segment.byteCount)
        if epoch == nil, let end = renditions[index].end {
            epoch = DateTime(effects.clock.wallTime) + (-end) + (-delay(of: segment, effects))
        }
    }

    /// The time since the end of a segment was captured, if players request segments before their end; zero otherwise.
    private func delay(of segment: Resource.ContainedSegment, _ effects: Effects<Resource>) -> MediaTime {
        guard options.latency != nil, let captured = segment.captureEnd else { return .zero }
        let delay = effects.clock.now - captured
        return MediaTime(value: max(0, delay.nanoseconds), timescale: 1_000_000_000)
    }

    private mutating func reportChapters(_ resource: Resource, _ effects: inout Effects<Resource>) {
        guard resource.path == ChapterFile.name, case .store = resource.action, !hasChapters else { return }
        hasChapters = true
        effects.reportNote(
            "chapters-left-out",
            "the MPD does not refer to \(ChapterFile.name): DASH has no chapters, so only HLS players show them")
    }

    private mutating func reportFiles(of rendition: Rendition, _ effects: inout Effects<Resource>) {
        guard leftOut.insert(rendition.id).inserted else { return }
        effects.reportWarning(
            "webvtt-files",
            "rendition '\(rendition.id)' consists of WebVTT files, which DASH cannot list as "
                + "segments; it is omitted: use text: wvtt in fmp4.segment")
    }

    /// Removes a segment from the list. Returns whether it was listed.
    private mutating func remove(_ path: String) -> Bool {
        for index in renditions.indices where renditions[index].remove(path) {
            hasRemovedSegments = true
            return true
        }
        return false
    }

    private var removal: Resource {
        Resource(
            path: options.name, role: .presentationDescription, contentType: MediaPresentationDescription.contentType,
            action: .remove(after: .zero))
    }
}

// Manifest contents.
extension DASHManifest {
    /// Returns the MPD at another URL; `base` leads from there to its own URL.
    package func manifest(relativeTo base: String, ended: Bool = true, at now: WallTime) -> Resource {
        manifest(ended: ended, relativeTo: base, at: now)
    }

    /// Sets the date of media time zero; players derive the availability of all segments from it.
    package mutating func setDate(ofZero date: WallTime) { epoch = DateTime(date) }

    private func manifest(ended: Bool, relativeTo base: String? = nil, at now: WallTime) -> Resource {
        let listed = renditions.filter { !$0.entries.isEmpty }
        // A presentation that has ended without removing segments is equivalent to one published in one go.
        let isStatic = ended && !hasRemovedSegments
        let start = isStatic ? listed.compactMap(\.start).min() ?? .zero : .zero
        let end = listed.filter { !$0.rendition.isTrickPlay }.compactMap(\.end).max() ?? .zero
        let longest = listed.map(\.longestDuration).max() ?? .zero
        var periods = DASHPeriods(
            listed, start: start, isLive: type != .vod, isStatic: isStatic, ended: ended,
            discontinuities: discontinuities)
        periods.isLowLatency = options.latency != nil && !ended
        let chunk = periods.isLowLatency ? listed.compactMap(\.rendition.partTarget).max() : nil
        var description = MediaPresentationDescription(
            live: isStatic ? nil : live(ended: ended, listed, longest, at: DateTime(now)),
            duration: ended ? end - start : nil,
            maximumSegmentDuration: longest, minimumBufferTime: chunk ?? longest,
            periods: periods.periods)
        description.baseURL = base
        return Resource(
            path: options.name, role: .presentationDescription, contentType: MediaPresentationDescription.contentType,
            action: .store(ByteRope(Array(description.text.utf8))))
    }

    private func live(
        ended: Bool, _ listed: [DASHRendition], _ longest: MediaTime, at now: DateTime
    ) -> MediaPresentationDescription.Live {
        // A track that was added has a short list.
        let depth = listed.compactMap { rendition in
            rendition.start.flatMap { start in rendition.end.map { $0 - start } }
        }
        let start = (epoch ?? now).description
        let bufferDepth = discontinuities.isEmpty ? depth.min() : depth.max()
        var live = MediaPresentationDescription.Live(
            availabilityStart: start, publishTime: now.description,
            updatePeriod: ended ? nil : longest, timeShiftBufferDepth: type == .live ? bufferDepth : nil,
            suggestedDelay: options.delay ?? longest * 3, timeServer: options.timeServer)
        guard let latency = options.latency, !ended else { return live }
        // Relative to the MPD, which http.origin serves together with the time.
        live.timeServer = options.timeServer ?? "time"
        live.lowLatency = LowLatencyDelivery(
            targetLatency: latency, captureStart: start, timeServer: live.timeServer)
        return live
    }
}
