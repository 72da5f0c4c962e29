import PackagingStages
import HLS
import Media
import StageKit
import StageTesting

/// Segments and reports in the form of a segmenter's output, without media.
struct ScriptedSegments {
    var rendition: Rendition
    private(set) var index = 0

    static func video(_ id: String = "video", interval: MediaTime = .seconds(6)) -> ScriptedSegments {
        let configuration = CodecConfiguration.avc(
            AVCDecoderConfiguration(bytes: [1, 0x64, 0x00, 0x1f, 0xff, 0xe0, 0]))
        let format = CodedVideoFormat(configuration: configuration, size: PixelSize(width: 1280, height: 720))
        let track = Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 30000)
        return ScriptedSegments(rendition: Rendition(id: id, tracks: [track], interval: interval))
    }

    static func audio(_ id: String = "audio", language: String? = "en", track: UInt32 = 2) -> ScriptedSegments {
        let configuration = CodecConfiguration.aac(AudioSpecificConfig(bytes: [0x11, 0x90]))
        let format = CodedAudioFormat(
            configuration: configuration, sampleRate: 48000, channelCount: 2, framesPerPacket: 1024)
        var track = Track(id: Track.ID(rawValue: track), format: .codedAudio(format), timescale: 48000)
        track.language = language
        return ScriptedSegments(rendition: Rendition(id: id, tracks: [track], interval: .seconds(6)))
    }

    init(rendition: Rendition) { self.rendition = rendition }

    func initialization(bytes: Int = 100, filler: UInt8 = 1) -> Segment {
        Segment(
            rendition: rendition, kind: .initialization, index: 0,
            data: ByteRope([UInt8](repeating: filler, count: bytes)), report: SegmentReport(kind: .initialization))
    }

    /// Returns the next segment, made of equal fragments that start with 100 bytes of `moof` and a first sample of 400
    /// bytes.
    mutating func next(
        at start: MediaTime, lasting duration: MediaTime, bytes: Int = 6000, fragments: Int = 1,
        samples: Int = 180, beginsWithSync: Bool = true
    ) -> Segment {
        let isVideo = rendition.mediaType == .video
        let size = bytes / fragments
        var reports: [SegmentReport.FragmentReport] = []
        for fragment in 0..<fragments {
            let sample = SegmentReport.SampleReport(
                presentationTime: start
                    + MediaTime(
                        value: duration.value * Int64(fragment), timescale: duration.timescale * Int32(fragments)),
                offset: fragment * size + 100, length: 400, isSync: beginsWithSync)
            reports.append(
                SegmentReport.FragmentReport(
                    offset: fragment * size, length: size, firstVideoSample: isVideo ? sample : nil))
        }
        let track = SegmentReport.TrackReport(
            trackID: rendition.tracks[0].id, mediaType: rendition.mediaType, earliestPresentationTime: start,
            duration: duration, sampleCount: samples, firstVideoSample: reports[0].firstVideoSample)
        defer { index += 1 }
        return Segment(
            rendition: rendition, kind: .separable, index: index,
            data: ByteRope([UInt8](repeating: 0, count: bytes)),
            report: SegmentReport(kind: .separable, tracks: [track], fragments: reports))
    }

    /// Returns the next segment as a gap.
    mutating func gap(at start: MediaTime, lasting duration: MediaTime) -> Segment {
        let track = SegmentReport.TrackReport(
            trackID: rendition.tracks[0].id, mediaType: rendition.mediaType, earliestPresentationTime: start,
            duration: duration, sampleCount: 0)
        defer { index += 1 }
        return Segment(
            rendition: rendition, kind: .gap, index: index, data: ByteRope(),
            report: SegmentReport(kind: .gap, tracks: [track]))
    }

    /// Returns a part of the segment that the next call of ``next(at:lasting:bytes:fragments:samples:beginsWithSync:)``
    /// or ``gap(at:lasting:)`` returns.
    func part(
        _ number: Int, at start: MediaTime, lasting duration: MediaTime, isLast: Bool = false, isGap: Bool = false
    ) -> Segment {
        let track = SegmentReport.TrackReport(
            trackID: rendition.tracks[0].id, mediaType: rendition.mediaType, earliestPresentationTime: start,
            duration: duration, sampleCount: 10)
        var part = Segment(
            rendition: rendition, kind: .part, index: index,
            data: ByteRope([UInt8](repeating: 0, count: isGap ? 0 : 1000)),
            report: SegmentReport(kind: isGap ? .gap : .separable, tracks: [track]))
        part.part = SegmentPart(index: number, isIndependent: number == 0 && !isGap, isLast: isLast)
        part.part?.isGap = isGap
        return part
    }
}

/// Runs the stage step by step and records its effects.
struct PlaylistRun {
    var stage: HLSPlaylist
    let clock: VirtualClock
    private(set) var resources: [Resource] = []
    /// All resources with the records, in order.
    private(set) var emitted: [Resource] = []
    /// The files that are removed at once, with the number of resources before each.
    private(set) var removedImmediately: [(path: String, position: Int)] = []
    private(set) var problems: [Problem] = []
    /// The records for a later run.
    private(set) var records: [String: [UInt8]] = [:]
    private(set) var requests: [UpstreamRequest] = []
    /// The existing files with their sizes in bytes; `expiring` contains the delays of expiring files.
    private(set) var files: [String: Int] = [:]
    private(set) var expiring: [String: MediaTime] = [:]

    /// The default date is 2026-01-02 03:04:05.678 UTC.
    init(
        clock: VirtualClock = VirtualClock(date: WallTime(milliseconds: 1_767_323_045_678)),
        _ configure: (inout HLSPlaylist.Options) -> Void = { _ in }
    ) throws {
        self.clock = clock
        var options = HLSPlaylist.Options()
        configure(&options)
        stage = try HLSPlaylist(options: options)
    }

    mutating func send(_ segments: Segment...) throws {
        for segment in segments {
            try collect { stage, effects in try stage.receive(.payload(segment), &effects) }
        }
    }

    /// Sends a request to the stage, as a folder does.
    mutating func request(_ request: UpstreamRequest) throws {
        try collect { stage, effects in stage.receive(request, &effects) }
    }

    /// Returns the state that a folder has after this run.
    func resumption(_ earlier: Resumption.Earlier = .complete, at time: Int64 = 1_767_323_045_678) -> Resumption {
        Resumption(
            earlier: earlier, lastRecorded: time, records: records,
            files: files.filter { expiring[$0.key] == nil })
    }

    mutating func finish(_ mode: StopMode = .finish) throws {
        try collect { stage, effects in
            effects.stopMode = mode
            try stage.finish(&effects)
        }
    }

    private mutating func collect(_ body: (inout HLSPlaylist, inout Effects<Resource>) throws -> Void) throws {
        var effects = Effects<Resource>(clock: clock)
        try body(&stage, &effects)
        for case .emit(.payload(let resource)) in effects.all { emitted.append(resource) }
        for effect in effects.all {
            switch effect {
            case .emit(.payload(let resource)) where resource.role == .record:
                if case .store(let content) = resource.action {
                    records[resource.path] = content.bytes
                } else {
                    records[resource.path] = nil
                }
            case .emit(.payload(let resource)):
                record(resource)
                if resource.action == .remove(after: .zero) {
                    removedImmediately.append((resource.path, resources.count))
                } else {
                    resources.append(resource)
                }
            case .report(let problem): problems.append(problem)
            case .request(let request): requests.append(request)
            default: break
            }
        }
    }

    private mutating func record(_ resource: Resource) {
        switch resource.action {
        case .store(let data):
            files[resource.path] = data.count
            expiring[resource.path] = nil
        case .append(let data): files[resource.path, default: 0] += data.count
        case .remove(let after) where after <= .zero: files[resource.path] = nil
        case .remove(let after): expiring[resource.path] = after
        }
    }

    var paths: [String] { resources.map(\.path) }

    /// Returns the latest content of a text file, as an origin serves it.
    func text(_ path: String) -> String? {
        resources.last { $0.path == path && $0.storedText != nil }?.originText
    }
}

extension Resource {
    /// The text of a playlist or other text file as a folder stores it; nil if the resource stores nothing.
    var storedText: String? {
        if case .store(let content) = action { String(decoding: content.bytes, as: UTF8.self) } else { nil }
    }

    /// The text with all delivery tags of a playlist.
    var originText: String? {
        content(as: DeliverablePlaylist.self)?.playlist(for: .origin).text ?? storedText
    }
}
