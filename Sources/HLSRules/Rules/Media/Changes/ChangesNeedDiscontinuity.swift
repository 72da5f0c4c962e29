import HLS
import ISOMedia
import MPEGTransport
import Media

/// R23: EXT-X-DISCONTINUITY marks changes of tracks.
package struct ChangesNeedDiscontinuity: SegmentRule {
    package static let facts = RuleFacts(
        "R23",
        "EXT-X-DISCONTINUITY marks changes of the file format, of the number, type or identifiers of tracks, and of the "
            + "video size in transport streams",
        .must, clause: "RFC 8216bis 4.4.4.3", kinds: [.media],
        consequence: "players continue with the current decoder and fail")

    private var last: MeasuredSegment?
    /// The size of the video in the parameter sets of a transport stream.
    private var lastSize: PixelSize?

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        // S1 reports unknown formats.
        guard segment.facts.content != .encrypted, segment.facts.content != .unknown else { return }
        let size = segment.facts.transport == nil ? nil : segment.tracks.first(where: \.isVideo)?.header.video?.size
        defer { (last, lastSize) = (segment.withoutMedia, size) }
        guard let last, last.entry.sequence + 1 == segment.entry.sequence, !segment.entry.isDiscontinuity else {
            return
        }
        guard last.facts.content == segment.facts.content else {
            findings.add(
                segment.line,
                expected: "EXT-X-DISCONTINUITY, or \(last.facts.content.rawValue) as in the previous segment",
                found: segment.facts.content.rawValue)
            return
        }
        if let size, let lastSize, size != lastSize, !segment.playlist.text.isIFramesOnly {
            findings.add(
                segment.line, expected: "EXT-X-DISCONTINUITY, or video of \(lastSize) as before", found: "\(size)",
                level: .should)
        }
        guard let one = Self.tracks(last.facts), let two = Self.tracks(segment.facts), one != two else { return }
        findings.add(segment.line, expected: "EXT-X-DISCONTINUITY, or unchanged tracks (\(one))", found: two)
    }

    /// The identifiers and types of the tracks; nil if unknown.
    private static func tracks(_ facts: SegmentFacts) -> String? {
        let tracks =
            facts.initialization?.measurement.tracks.map { "\($0.id) \($0.track.handler) \($0.track.sampleEntryCode)" }
            ?? facts.transport?.tables.entries?.map { "\($0.pid) of type \(String($0.type, radix: 16))" }
            ?? facts.packedAudio?.stream.map { [$0.codec ?? "\($0.coding)"] }
        return tracks?.joined(separator: ", ")
    }
}

extension MeasuredSegment {
    /// A copy with only the data that comparison with the next segment needs.
    var withoutMedia: MeasuredSegment {
        var copy = self
        copy.facts.media = nil
        copy.facts.transport?.removeStreams()
        copy.facts.parts = []
        return copy
    }
}
