import Media

/// Makes the samples of a subtitle track: WebVTT cues.
struct TrackText: SampleMaker {
    /// The duration of cues without one, in milliseconds.
    private static let defaultDuration: Int64 = 4000

    private(set) var counts = TrackCounts()
    private let track: Track
    private let coding: TrackCoding
    private let clock: SegmentClock

    init(_ track: Track, _ coding: TrackCoding, _ clock: SegmentClock) {
        (self.track, self.coding, self.clock) = (track, coding, clock)
    }

    mutating func append(_ frame: BlockFrame, _ emit: (Sample) -> Void) {
        counts.frameCount += 1
        guard !frame.isDamaged else { return counts.invalidCueCount += 1 }
        guard let time = frame.time.flatMap({ clock.ticks($0, at: track.timescale) }) else {
            return counts.untimedCount += 1
        }
        let start = max(0, time)
        let duration = frame.duration.map { clock.ticks($0, at: track.timescale) } ?? Self.defaultDuration
        guard let duration, time + duration > start, frame.bytes.count <= TimedTextFile.maximumCueSize,
            let text = String(validating: frame.bytes.bytes.prefix { $0 != 0 }, as: UTF8.self)
        else { return counts.invalidCueCount += 1 }
        guard let cue = cue(text, start, time + duration, frame.additions), !cue.payload.isEmpty,
            cue.payload.utf8.count <= TimedTextFile.maximumCueSize
        else { return counts.invalidCueCount += 1 }
        counts.sampleCount += 1
        emit(
            Sample(
                track: track.id, timescale: track.timescale, decodeTicks: start, duration: cue.end - start,
                flags: .sync,
                bytes: ByteSlice(copying: cue.box)))
    }

    mutating func finish(_ emit: (Sample) -> Void) {}

    private func cue(
        _ text: String, _ start: Int64, _ end: Int64, _ additions: [BlockGroup.Addition]
    ) -> WebVTTCue? {
        if coding == .subStationAlpha {
            return SubStationAlphaParser.text(ofMatroskaBlock: text).map { text in
                let (payload, settings) = SubStationAlphaParser.converted(text)
                return WebVTTCue(start: start, end: end, settings: settings, payload: payload)
            }
        }
        if coding == .subRip {
            let (payload, settings) = SubRipMarkup.converted(text)
            return WebVTTCue(start: start, end: end, settings: settings, payload: WebVTTPayload.cleaned(payload))
        }
        guard let head = additions.first(where: { $0.kind == 1 })?.content, head.count <= MatroskaLimits.textSize else {
            return WebVTTCue(matroskaBlock: text, start: start, end: end)
        }
        // The lines of the addition are the settings, the identifier and comments.
        let lines = String(decoding: head.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let joined = "\(lines.count > 1 ? lines[1] : "")\n\(lines.first ?? "")\n\(text)"
        return WebVTTCue(matroskaBlock: joined, start: start, end: end)
    }
}
