public import Media
public import StageKit

/// The input of a stage during a conformance check: tracks, and a generator of payloads.
public struct TrialInput<Content: Payload>: Sendable {
    /// The tracks of the payloads, announced before them and ended after them; empty for payloads without a track.
    public var tracks: [Track]
    /// Returns the payload with an index, counted from 0; times increase with the index.
    public var payload: @Sendable (_ index: Int) -> Content
    /// The counter of payload memory in use; nil when it is not counted.
    var liveAllocations: LiveAllocationCounter?

    /// Creates an input from tracks and a payload generator.
    public init(tracks: [Track] = [], payload: @escaping @Sendable (_ index: Int) -> Content) {
        self.tracks = tracks
        self.payload = payload
    }

    init(tracks: [Track], living: LiveAllocationCounter, payload: @escaping @Sendable (_ index: Int) -> Content) {
        self.init(tracks: tracks, payload: payload)
        self.liveAllocations = living
    }

    /// Returns synthetic payloads; nil for other payload types.
    static func standard(_ types: Set<MediaType>, _ formats: FrameFormats) -> TrialInput? {
        let inputs: [Any] = [
            TrialInput<Frame>.frames(types, formats), TrialInput<Sample>.samples(types), TrialInput<Segment>.segments,
            TrialInput<Resource>.resources,
        ]
        return inputs.lazy.compactMap { $0 as? TrialInput }.first
    }

    var announcements: [Message<Content>] { tracks.map { .track($0) } }
    var ends: [Message<Content>] { tracks.map { .end($0.id) } }
    func payloads(_ range: Range<Int>) -> [Message<Content>] { range.map { .payload(payload($0)) } }
}

extension TrialInput where Content == Frame {
    /// Video frames of 64 by 36 pixels at 30 frames per second, and stereo audio at 48 kHz, in the first declared
    /// formats, otherwise `I420` and `S16LE`.
    public static func frames(_ types: Set<MediaType>, _ formats: FrameFormats = .any) -> TrialInput {
        var tracks: [Track] = []
        if types.contains(.video) || !types.contains(.audio) {
            let format = RawVideoFormat(
                pixelFormat: formats.pixel.first ?? "I420", size: PixelSize(width: 64, height: 36),
                nominalFrameRate: Ratio(30))
            tracks.append(Track(id: Track.ID(rawValue: 1), format: .rawVideo(format), timescale: 30))
        }
        if types.contains(.audio) {
            let format = RawAudioFormat(
                sampleFormat: formats.sample.first ?? "S16LE", sampleRate: 48_000, channelCount: 2)
            tracks.append(Track(id: Track.ID(rawValue: 2), format: .rawAudio(format), timescale: 48_000))
        }
        return frames(tracks)
    }

    /// Frames that alternate between the tracks and last 1/30 s each.
    public static func frames(_ tracks: [Track]) -> TrialInput {
        let living = LiveAllocationCounter()
        return TrialInput(tracks: tracks, living: living) { index in
            let track = tracks[index % tracks.count]
            let duration = Int64(track.timescale) / 30
            let bytes = living.frame(byteCount: track.format.frameByteCount(Int(duration)), filler: index)
            return Frame(
                track: track.id, timescale: track.timescale,
                presentationTicks: Int64(index / tracks.count) * duration, duration: duration,
                content: FrameMemory(bytes, format: track.format) { living.release($0) })
        }
    }
}

extension TrialInput where Content == Sample {
    /// H.264 video of 64 by 36 pixels at 30 frames per second with a sync sample per second, and stereo AAC audio at 48
    /// kHz.
    public static func samples(_ types: Set<MediaType>) -> TrialInput {
        var tracks: [Track] = []
        if types.contains(.video) || !types.contains(.audio) { tracks.append(.trialVideo) }
        if types.contains(.audio) { tracks.append(.trialAudio) }
        return samples(tracks)
    }

    /// Samples that alternate between the tracks. Video samples last 1/30 s, audio samples 1024 ticks.
    public static func samples(_ tracks: [Track]) -> TrialInput {
        let living = LiveAllocationCounter()
        return TrialInput(tracks: tracks, living: living) { index in
            let (track, number) = (tracks[index % tracks.count], index / tracks.count)
            let isVideo = track.mediaType == .video
            let duration = isVideo ? Int64(track.timescale) / 30 : 1024
            let isSync = !isVideo || number.isMultiple(of: 30)
            // One NAL unit with its length prefix: a slice of an IDR picture or of a non-IDR picture.
            let unit: [UInt8] = isVideo ? [0, 0, 0, 12, isSync ? 0x65 : 0x41] : [0x21]
            return Sample(
                track: track.id, timescale: track.timescale, decodeTicks: Int64(number) * duration,
                duration: duration, flags: isSync ? .sync : .predicted,
                bytes: living.slice(unit + [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: 16 - unit.count))
            )
        }
    }
}

extension TrialInput where Content == Segment {
    /// An initialization segment of H.264 video and the media segments that follow it, one second each.
    public static var segments: TrialInput {
        let rendition = Rendition(id: "video", tracks: [.trialVideo], interval: .seconds(1))
        return TrialInput { index in
            let bytes = ByteRope([UInt8](repeating: UInt8(truncatingIfNeeded: index), count: 1000))
            guard index > 0 else {
                return Segment(
                    rendition: rendition, kind: .initialization, index: 0, data: bytes,
                    report: SegmentReport(kind: .initialization))
            }
            let start = MediaTime.seconds(Int64(index - 1))
            let first = SegmentReport.SampleReport(presentationTime: start, offset: 100, length: 400, isSync: true)
            let track = SegmentReport.TrackReport(
                trackID: Track.trialVideo.id, mediaType: .video, earliestPresentationTime: start,
                duration: .seconds(1), sampleCount: 30, firstVideoSample: first)
            let fragment = SegmentReport.FragmentReport(offset: 0, length: 1000, firstVideoSample: first)
            return Segment(
                rendition: rendition, kind: .separable, index: index - 1, data: bytes,
                report: SegmentReport(kind: .separable, tracks: [track], fragments: [fragment]))
        }
    }
}

extension TrialInput where Content == Resource {
    /// Media segments to store; each is removed once there are ten newer ones.
    public static var resources: TrialInput {
        TrialInput { index in
            let number = index / 2
            let isOld = !index.isMultiple(of: 2)
            let bytes = ByteRope([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 100))
            return Resource(
                path: "video/segment-\(isOld ? max(number - 10, 0) : number + 1).m4s", role: .segment,
                contentType: "video/mp4", action: isOld ? .remove(after: .zero) : .store(bytes))
        }
    }
}

extension Track {
    fileprivate static var trialVideo: Track {
        let record: [UInt8] = [
            0x01, 0x42, 0xc0, 0x0a, 0xff, 0xe1, 0x00, 0x17, 0x67, 0x42, 0xc0, 0x0a, 0xdc, 0x47, 0xf9, 0xf0, 0x11, 0x00,
            0x00, 0x03, 0x00, 0x01, 0x00, 0x00, 0x03, 0x00, 0x3c, 0x0f, 0x12, 0x27, 0x80, 0x01, 0x00, 0x05, 0x68, 0xce,
            0x0f, 0x2c, 0x80,
        ]
        let format = CodedVideoFormat(
            configuration: .avc(AVCDecoderConfiguration(bytes: record)), size: PixelSize(width: 64, height: 36))
        return Track(id: ID(rawValue: 1), format: .codedVideo(format), timescale: 30_000)
    }

    fileprivate static var trialAudio: Track {
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48_000, channelCount: 2,
            framesPerPacket: 1024)
        return Track(id: ID(rawValue: 2), format: .codedAudio(format), timescale: 48_000)
    }
}

extension MediaFormat {
    /// The size of a video frame, or of `count` audio samples, in bytes.
    fileprivate func frameByteCount(_ count: Int) -> Int {
        switch self {
        case .rawVideo(let format): format.defaultByteCount ?? format.size.width * format.size.height * 4
        case .rawAudio(let format):
            count * format.channelCount * (["S32LE", "F32LE"].contains(format.sampleFormat) ? 4 : 2)
                * (format.sampleFormat == "F64LE" ? 4 : 1)
        default: 16
        }
    }
}
