import HLS
import ISOMedia
import Media

/// B17: sample entries contain the codec configuration.
package struct ConfigurationIsReadable: SegmentRule {
    package static let facts = RuleFacts(
        "B17", "The sample entry contains the configuration box of its codec", .must,
        clause: "ISO/IEC 14496-12 8.5.2; ISO/IEC 14496-15 5.4.2", kinds: [.media],
        consequence: "players cannot create a decoder")

    /// Sample entries whose configuration boxes can be parsed.
    private static let supportedSampleEntries: Set<FourCC> = [
        "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "dav1", "av01", "vp08", "vp09", "vvc1", "vvi1",
        "lvc1", "mp4a", "ac-3", "ec-3", "ac-4", "Opus", "fLaC", "alac", "mha1", "mhm1", "iamf", "dtsx", "dtsy", "mlpa",
        "ipcm", "fpcm",
    ]
    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks where track.track.format == nil {
            guard Self.supportedSampleEntries.contains(track.track.sampleEntryCode) else { continue }
            findings.add(
                segment.initializationPlace(byteOffset: track.entryOffset),
                expected: "a valid configuration box in \(track.track.sampleEntryCode)",
                found: "boxes: \(track.entryBoxes.map(\.description).joined(separator: ", "))")
        }
    }
}
