import Media
import StageKit

/// Fills with a slate, or with silence, in the format of the source and on its timeline.
///
/// During a stall, the slate is the last frame of the source.
struct SlateSubstitute: SubstituteContent {
    private struct TrackState {
        var track: Track
        /// The end of the last frame in ticks; nil before the first frame.
        var end: Int64?
        /// The frame duration in ticks.
        var step: Int64 = 0
        var caps: FrameCaps?
        var slate: (any FrameContent)?
        /// The last frame of the source; nil after the source is closed.
        var last: (any FrameContent)?
    }

    /// The maximum time to fill at once, in seconds, for example after the process was suspended.
    private static let maximumDuration: Int64 = 30

    private let slateFrames: SlateFrames
    private var trackStates: [Track.ID: TrackState] = [:]

    init(_ slate: Slate, decoded: DecodedSlate? = nil) { slateFrames = SlateFrames(slate, decoded: decoded) }

    mutating func announce(_ track: Track) {
        var course = TrackState(track: track)
        if case .rawVideo(let format) = track.format, let rate = format.nominalFrameRate, rate.numerator > 0 {
            course.step = MediaTime(value: Int64(rate.denominator), timescale: rate.numerator)
                .ticks(at: track.timescale)
        }
        if let before = trackStates[track.id], before.track.timescale == track.timescale { course.end = before.end }
        trackStates[track.id] = course
    }

    mutating func record(_ frame: Frame) {
        guard trackStates[frame.track] != nil else { return }
        trackStates[frame.track]?.end = frame.presentationTicks + max(frame.duration, 0)
        if let caps = (frame.content as? GStreamerFrame)?.caps { trackStates[frame.track]?.caps = caps }
        if case .rawVideo? = trackStates[frame.track]?.track.format { trackStates[frame.track]?.last = frame.content }
        let shortest = Int64(frame.timescale) / 120
        if trackStates[frame.track]?.step == 0, frame.duration > shortest {
            trackStates[frame.track]?.step = frame.duration
        }
    }

    mutating func release() { for id in trackStates.keys { trackStates[id]?.last = nil } }

    mutating func messages(for track: Track, until time: Int64, _ reason: SubstitutionReason) -> [Message<Frame>] {
        guard var course = trackStates[track.id], var from = course.end else { return [] }
        let until = MediaTime.nanoseconds(time)
            .ticks(at: track.timescale, rounding: reason == .return ? .toNearest : .down)
        from = max(from, until - Self.maximumDuration * Int64(track.timescale))
        defer { trackStates[track.id] = course }
        switch track.format {
        case .rawAudio(let format):
            let messages = silence(&course, format, from: from, until: until)
            course.end = max(from, until)
            return messages
        case .rawVideo(let format):
            let step = course.step > 0 ? course.step : Int64(track.timescale) / 25
            var messages: [Message<Frame>] = []
            // The last substitute frame before the source's next frame may be shorter.
            while from + (reason == .return ? step / 2 : step) <= until {
                let content = reason == .loss ? nil : course.last
                if content == nil, course.slate == nil { course.slate = slateFrames.content(format, course.caps) }
                guard let content = content ?? course.slate else { break }
                messages.append(.payload(frame(course.track, from, min(step, until - from), content)))
                from += step
            }
            course.end = from
            return messages
        default: return []
        }
    }

    private func silence(
        _ course: inout TrackState, _ format: RawAudioFormat, from: Int64, until: Int64
    ) -> [Message<Frame>] {
        var messages: [Message<Frame>] = []
        var from = from
        let width = format.sampleFormat == "F32LE" ? 4 : 2
        while from < until {
            let count = min(until - from, Int64(course.track.timescale) / 10)
            let bytes = [UInt8](repeating: 0, count: Int(count) * width * format.channelCount)
            let content: any FrameContent =
                course.caps.map { GStreamerFrame(copying: bytes, caps: $0) }
                ?? FrameBytes(ByteSlice(copying: bytes), format: .rawAudio(format))
            messages.append(.payload(frame(course.track, from, count, content)))
            from += count
        }
        return messages
    }

    private func frame(_ track: Track, _ ticks: Int64, _ duration: Int64, _ content: any FrameContent) -> Frame {
        Frame(
            track: track.id, timescale: track.timescale, presentationTicks: ticks, duration: duration,
            content: content)
    }
}
