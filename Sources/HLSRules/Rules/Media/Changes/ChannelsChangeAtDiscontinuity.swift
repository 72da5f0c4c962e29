import HLS
import ISOMedia
import Media

/// R50i: the channel count changes only at a discontinuity.
package struct ChannelsChangeAtDiscontinuity: SegmentRule {
    package static let facts = RuleFacts(
        "R50i", "The audio channel layout changes only at EXT-X-DISCONTINUITY", .appleMust, clause: "Apple 2.11",
        kinds: [.media])

    private var last: (sequence: Int, channels: Int)?

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let audio = segment.tracks.first(where: \.isAudio)?.header.audio else { return }
        defer { last = (segment.entry.sequence, audio.channelCount) }
        guard let last, last.sequence + 1 == segment.entry.sequence, !segment.entry.isDiscontinuity,
            last.channels != audio.channelCount
        else { return }
        findings.add(
            segment.line, expected: "EXT-X-DISCONTINUITY, or \(last.channels) channels as in the previous segment",
            found: "\(audio.channelCount) channels")
    }
}
