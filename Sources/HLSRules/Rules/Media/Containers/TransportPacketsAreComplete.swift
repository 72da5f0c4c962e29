import HLS
import ISOMedia
import MPEGTransport
import Media

/// S4: no packets of a transport stream are missing or damaged.
package struct TransportPacketsAreComplete: SegmentRule {
    package static let facts = RuleFacts(
        "S4",
        "Transport packets follow each other: 188 bytes each, by their counters, and PES packets are whole, with times",
        .must, clause: "ISO/IEC 13818-1 2.4.3.3, 2.4.3.7, 2.7.4", kinds: [.media],
        consequence: "pictures and sound are broken; hls.js reports fragParsingError where packets are lost")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let transport = segment.facts.transport else { return }
        findings.add(transport.damage, in: segment)
        if let pid = transport.scrambledPIDs.first {
            findings.add(
                segment.place(), expected: "encryption by EXT-X-KEY",
                found: "packets of PID \(pid) that the transport scrambles")
        }
        for stream in transport.streams { findings.add(stream.damage, in: segment) }
        let named = transport.tables.entries?.contains { $0.coding.mediaType != nil } ?? false
        if named, transport.scrambledPIDs.isEmpty, transport.streams.allSatisfy({ $0.track.sampleCount == 0 }) {
            findings.add(segment.place(), expected: "packets of the streams that the PMT names", found: "none")
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
    /// Adds what is told of damaged bytes.
    mutating func add(_ damage: MediaDamage, in segment: MeasuredSegment) {
        for place in damage.locations {
            add(segment.place(byteOffset: place.offset), expected: place.expected, found: place.found)
        }
        guard damage.count > damage.locations.count else { return }
        add(
            segment.place(), expected: "no more of these",
            found: "\(damage.count - damage.locations.count) more places of this segment")
    }
}
