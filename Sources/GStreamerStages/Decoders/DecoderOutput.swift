import CGStreamerLibraries
package import Media
import StageKit

/// Converts the output of a decoder to the frames of a track that has the properties of the coded track, from time zero,
/// and after its priming, to the end of its media.
struct DecoderOutput<Base: TrackConverter>: TrackConverter where Base.Output == Frame {
    private var base: Base
    private let coded: Track
    /// The end of the media that the samples so far contain; nil if it is unknown.
    private let mediaEnd: @Sendable () -> MediaTime?
    /// The duration of frames' remainders that rounded times cause.
    private let rounding: MediaTime
    /// The portion to deliver; nil for the whole track.
    private let portion: MediaPortion?
    private let damage: DamageMonitor
    private var progress = PortionProgress()
    /// The media before the start of the presentation that are still to be measured: those at the start of the track.
    private var priming: MediaTime?
    private var start = MediaTime.zero

    init(
        _ base: Base, of coded: Track, portion: MediaPortion?, damage: DamageMonitor, startsTrack: Bool = false,
        rounding: MediaTime = .zero,
        until mediaEnd: @escaping @Sendable () -> MediaTime? = { nil }
    ) {
        self.base = base
        self.coded = coded
        self.rounding = rounding
        self.portion = portion
        self.damage = damage
        self.mediaEnd = mediaEnd
        priming = startsTrack ? MediaTime(value: coded.priming, timescale: coded.timescale) : nil
    }

    private var end: MediaTime? {
        guard let end = coded.presentationEnd else { return mediaEnd() }
        return mediaEnd().map { min($0, end) } ?? end
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        var track = try base.track(id, caps)
        (track.name, track.duration) = (coded.name, coded.duration)
        track.format = track.format.declaring(coded.format)
        // The codes of containers have other forms.
        track.language = coded.language.flatMap(StreamTags.tag) ?? coded.language
        (track.chapters, track.attributes, track.liveOrigin) = (coded.chapters, coded.attributes, coded.liveOrigin)
        return track
    }

    mutating func convert(_ sample: borrowing SinkSample, _ emit: (Frame) -> Void) throws(StageError) {
        var frames: [Frame] = []
        try base.convert(sample) { frames.append($0) }
        deliver(frames, emit)
    }

    mutating func anchor(_ sample: borrowing SinkSample) { base.anchor(sample) }

    mutating func finish(_ emit: (Frame) -> Void) throws(StageError) {
        var frames: [Frame] = []
        try base.finish { frames.append($0) }
        deliver(frames, emit)
    }

    private mutating func deliver(_ frames: [Frame], _ emit: (Frame) -> Void) {
        if let first = frames.first?.presentationTime, let priming {
            self.priming = nil
            if portion.map({ $0.start <= first }) ?? true { start = max(.zero, first + priming) }
        }
        for frame in frames {
            guard let frame = frame.clipped(from: start, to: end, rounding: rounding) else { continue }
            guard let portion else {
                emit(frame)
                continue
            }
            if progress.delivers(frame.presentationTime, portion, damage) { emit(frame) }
        }
    }

    mutating func isMedia(_ sample: borrowing SinkSample) -> Bool { base.isMedia(sample) }

    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {
        try base.complete(&track, first)
    }
}

/// The progress of one track through a portion. Losses outside the portion are those of another one.
private struct PortionProgress {
    private var hasDelivered = false
    private var hasReachedStart = false

    /// Returns whether a frame belongs to the portion.
    mutating func delivers(_ time: MediaTime, _ portion: MediaPortion, _ damage: DamageMonitor) -> Bool {
        if time >= portion.deliveryEnd {
            damage.freeze()
            return false
        }
        guard portion.delivers(time) else { return false }
        let isStart = time >= portion.start && !hasReachedStart
        if !hasDelivered || isStart { damage.excludeEarlierLosses() }
        hasDelivered = true
        if isStart { hasReachedStart = true }
        return true
    }
}

extension MediaFormat {
    /// The format of frames with the code points of the coded video. GStreamer has one value for several of them.
    fileprivate func declaring(_ coded: MediaFormat) -> MediaFormat {
        guard case .rawVideo(var raw) = self, case .codedVideo(let video) = coded, let colour = video.colour,
            raw.colour?.caps == colour.caps
        else { return self }
        raw.colour = colour
        return .rawVideo(raw)
    }
}

extension Frame {
    /// The part of the frame before `end`; nil if there is none. An indefinite or unknown end changes nothing.
    func clipped(to end: MediaTime?) -> Frame? { clipped(from: nil, to: end) }

    /// The part of the frame from `start` to `end`; nil if there is none. Unknown limits change nothing.
    ///
    /// A remainder shorter than `rounding` is no part.
    package func clipped(from start: MediaTime?, to end: MediaTime?, rounding: MediaTime = .zero) -> Frame? {
        let first = max(0, (start?.ticks(at: timescale) ?? presentationTicks) - presentationTicks)
        var last = duration
        if let end, !end.isIndefinite { last = min(last, end.ticks(at: timescale) - presentationTicks) }
        guard last > first else { return nil }
        guard last - first < duration else { return self }
        guard last - first >= rounding.ticks(at: timescale) else { return nil }
        var result = self
        result.presentationTicks += first
        result.duration = last - first
        if let content = content as? GStreamerFrame, case .rawAudio? = content.format {
            let bytesPerTick = content.byteCount / Int(duration)
            let prefix = GStreamerFrame(
                prefixOf: content.buffer, byteCount: bytesPerTick * Int(last), caps: content.caps)
            result.content = first > 0 ? GStreamerFrame(suffixOf: prefix, from: bytesPerTick * Int(first)) : prefix
        }
        return result
    }
}
