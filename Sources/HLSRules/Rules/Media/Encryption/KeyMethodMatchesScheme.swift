import HLS
import ISOMedia
import Media

/// R29: the method in EXT-X-KEY matches the encryption scheme.
package struct KeyMethodMatchesScheme: SegmentRule {
    package static let facts = RuleFacts(
        "R29", "In fragmented MP4, SAMPLE-AES requires the scheme cbcs, and SAMPLE-AES-CTR the scheme cenc", .must,
        clause: "RFC 8216bis 4.4.4.4; Apple 13.11", kinds: [.media],
        consequence: "AVPlayer stops with CoreMediaErrorDomain -12881 or shows nothing")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let header = segment.facts.initialization?.measurement, segment.facts.content == .fragmentedMP4 else {
            return
        }
        let methods = segment.entry.keyMethods(in: segment.playlist.text)
        // The samples of segments that are encrypted as a whole are clear.
        guard methods.isEmpty || methods.contains(where: { $0.hasPrefix("SAMPLE-") }) else { return }
        let schemes = Self.protections(of: segment.facts.media, header).map { $0.scheme?.description ?? "none" }
        let wanted: Set<String> = methods.contains("SAMPLE-AES-CTR") ? ["cenc", "cens"] : ["cbcs"]
        if methods.isEmpty {
            guard !schemes.isEmpty else { return }
            findings.add(segment.line, expected: "an EXT-X-KEY for encrypted samples", found: "none")
        } else if schemes.isEmpty {
            // An encrypted sample description next to a clear one indicates a clear lead.
            guard header.tracks.allSatisfy({ $0.protection == nil }) else { return }
            findings.add(
                segment.line, expected: "samples encrypted with \(methods[0])",
                found: "an initialization section without sinf")
        } else if let other = schemes.first(where: { !wanted.contains($0) }) {
            findings.add(segment.line, expected: "the scheme \(wanted.sorted()[0]) for \(methods[0])", found: other)
        }
    }

    /// The protections of the sample descriptions that the fragments use, one per track fragment.
    private static func protections(
        of media: SegmentMeasurement?, _ header: InitializationMeasurement
    ) -> [TrackHeaderMeasurement.Protection] {
        guard let media else { return header.tracks.compactMap(\.protection) }
        return media.fragments.flatMap(\.tracks).compactMap { fragment in
            let protection = header.track(fragment.trackID)?.protection(of: fragment.descriptionIndex)
            return protection?.isProtected == true || fragment.hasSampleEncryption ? protection : nil
        }
    }
}
