import HLS
import ISOMedia
import Media

/// R119: no sample conceals missing media.
package struct SamplesAreNotStretched: SegmentRule {
    package static let facts = RuleFacts(
        "R119", "No sample is several times as long as the others of its segment", .should,
        clause: "RFC 8216bis 4.4.4.7 (EXT-X-GAP); ISO/IEC 14496-12 8.8.8", kinds: [.media],
        consequence: "players show a frozen frame or play silence where media is missing and cannot detect the gap")

    /// Variable frame rate sources may hold frames for a while; audio frames have equal durations.
    private static let maximumFrameDuration = MediaTime.seconds(1)
    private static let maximumFrameRatio: Int64 = 10
    private static let maximumPacketRatio: Int64 = 3

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard !segment.playlist.text.isIFramesOnly, segment.facts.initialization != nil else { return }
        for track in segment.tracks where (track.isVideo || track.isAudio) && track.measured.sampleCount > 2 {
            let measured = track.measured
            let averageDuration = (measured.duration - measured.longestDuration) / Int64(measured.sampleCount - 1)
            guard averageDuration > 0,
                measured.longestDuration > averageDuration
                    * (track.isVideo ? Self.maximumFrameRatio : Self.maximumPacketRatio),
                track.isAudio || track.time(measured.longestDuration) >= Self.maximumFrameDuration
            else { continue }
            findings.add(
                segment.place(),
                expected:
                    "samples of track \(measured.trackID) of about \(track.time(averageDuration).decimal(places: 3)) s",
                found: "one of \(track.time(measured.longestDuration).decimal(places: 3)) s")
        }
    }
}
