import HLS
import ISOMedia
import MPEGTransport
import Media

/// S4: transport streams have no missing or damaged packets.
package struct TransportPacketsAreComplete: SegmentRule {
    package static let facts = RuleFacts(
        "S4",
        "Transport packets have 188 bytes and continuous counters; PES packets are complete and have timestamps",
        .must, clause: "ISO/IEC 13818-1 2.4.3.3, 2.4.3.7, 2.7.4", kinds: [.media],
        consequence: "audio or video is corrupt; hls.js reports fragParsingError at lost packets")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let transport = segment.facts.transport else { return }
        findings.add(transport.damage, in: segment)
        if let pid = transport.scrambledPIDs.first {
            findings.add(
                segment.place(), expected: "no encryption, or encryption declared by EXT-X-KEY",
                found: "scrambled transport packets of PID \(pid)")
        }
        for stream in transport.streams { findings.add(stream.damage, in: segment) }
        let named = transport.tables.entries?.contains { $0.coding.mediaType != nil } ?? false
        if named, transport.scrambledPIDs.isEmpty, transport.streams.allSatisfy({ $0.track.sampleCount == 0 }) {
            findings.add(segment.place(), expected: "packets of the streams in the PMT", found: "none")
        }
        for stream in transport.streams where stream.track.sampleCount > 0 && stream.track.decodeStart == nil {
            findings.add(
                segment.place(byteOffset: stream.track.firstOffset),
                expected: "a PTS in the first PES packet of PID \(stream.id)",
                found: "none in the segment")
        }
    }
}

extension RuleFindings {
    /// Adds the recorded faults of damaged bytes.
    mutating func add(_ damage: MediaDamage, in segment: MeasuredSegment) {
        for place in damage.locations {
            add(segment.place(byteOffset: place.offset), expected: place.expected, found: place.found)
        }
        guard damage.count > damage.locations.count else { return }
        add(
            segment.place(), expected: "no further faults",
            found: "\(damage.count - damage.locations.count) more faults in this segment")
    }
}
