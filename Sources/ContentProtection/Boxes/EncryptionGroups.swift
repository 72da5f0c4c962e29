import ISOMedia
import Media

/// The `seig` groups of the samples in a track fragment (ISO/IEC 14496-12 8.9).
struct EncryptionGroups {
    /// The index of the first description of the same fragment.
    static let firstOfFragment: UInt32 = 0x1_0001

    /// The properties of each sample; nil for samples in no group.
    private(set) var properties: [SampleEncryptionProperties?]

    /// The groups that boxes of a `traf` describe for `count` samples.
    init(_ boxes: [BoxView], count: Int) throws {
        properties = Array(repeating: nil, count: count)
        var descriptions: [SampleEncryptionProperties?] = []
        var runs: SampleToGroupBox?
        for box in boxes {
            switch box.type {
            case SampleGroupDescriptionBox.type:
                let group = try SampleGroupDescriptionBox(reading: box)
                guard group.groupingType == "seig" else { continue }
                descriptions = group.descriptions(limit: 256).map { SampleEncryptionProperties(group: $0) }
            case SampleToGroupBox.type:
                let groups = try SampleToGroupBox(reading: box)
                if groups.groupingType == "seig" { runs = groups }
            default: break
            }
        }
        var sample = 0
        for run in runs?.runs ?? [] {
            let end = min(sample + Int(run.sampleCount), count)
            // Indices above 0x10000 refer to the fragment; others refer to the movie, which declares no groups.
            if run.descriptionIndex > 0 {
                let index = Int(run.descriptionIndex) - Int(Self.firstOfFragment)
                guard descriptions.indices.contains(index), let group = descriptions[index] else {
                    throw ProtectionError.box(
                        SampleToGroupBox.type, reason: "encryption group \(run.descriptionIndex) is missing")
                }
                for position in sample..<end { properties[position] = group }
            }
            sample = end
        }
    }
}
