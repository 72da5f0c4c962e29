import Media

/// Writes segments as WebVTT files (RFC 8216bis 3.1.4).
///
/// Cue times are times in the written media, so that they are correct also for readers that ignore the timestamp map.
struct WebVTTSegment: Sendable {
    private let header: String
    /// The offset from the input's timeline to the written one, in ticks of 90 kHz.
    private let shift: Int64

    init(header: String, _ settings: FragmenterSettings) {
        self.header = header
        shift = (settings.timeOffset + settings.continuedTime).ticks(at: 90_000)
    }

    /// Returns a file with the cues of a segment that starts at `start`.
    func bytes(of cues: [Sample], from start: MediaTime) -> [UInt8] {
        var text = "WEBVTT\n\(timestampMap(at: start))\n\n"
        if !header.isEmpty { text += header + "\n\n" }
        for sample in cues {
            let begin = sample.presentationTime.ticks(at: 1000)
            let end = (sample.presentationTime + sample.length).ticks(at: 1000)
            guard let cue = WebVTTCue(box: sample.bytes, start: begin, end: max(end, begin + 1)) else { continue }
            text += cue.text(shiftedBy: shiftMilliseconds)
        }
        return Array(text.utf8)
    }

    private var shiftMilliseconds: Int64 { shift / 90 }

    /// Returns the timestamp map. Media time continues when the 33-bit MPEG-2 timestamp wraps; the map contains the
    /// last wrap.
    private func timestampMap(at start: MediaTime) -> String {
        let round: Int64 = 1 << 33
        let written = max(0, start.ticks(at: 90_000) &+ shift)
        let passed = written / round * round
        let local = passed == 0 ? shiftMilliseconds : (passed + 89) / 90
        // The part of the offset below a millisecond goes into the MPEGTS value.
        let time = local * 90 + shift % 90 - passed
        return "X-TIMESTAMP-MAP=MPEGTS:\(time),LOCAL:\(WebVTTTime(local))"
    }
}
