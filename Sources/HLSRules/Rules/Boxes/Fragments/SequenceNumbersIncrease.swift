import HLS
import ISOMedia
import Media

/// B13: fragment sequence numbers increase.
package struct SequenceNumbersIncrease: SegmentRule {
    package static let facts = RuleFacts(
        "B13", "The sequence_number of mfhd increases from fragment to fragment", .should,
        clause: "ISO/IEC 14496-12 8.8.5", kinds: [.media])

    private var last: (sequence: Int, number: UInt32)?

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard !segment.playlist.text.isIFramesOnly else { return }
        let goesOn = last.map { $0.sequence + 1 == segment.entry.sequence } == true && !segment.entry.isDiscontinuity
        var number = goesOn ? last?.number : nil
        for fragment in segment.facts.media?.fragments ?? [] {
            guard let next = fragment.sequenceNumber else { continue }
            if let number, next <= number {
                findings.add(
                    segment.place(byteOffset: fragment.offset), expected: "a number above \(number)", found: "\(next)")
            }
            number = next
        }
        last = number.map { (segment.entry.sequence, $0) }
    }
}
