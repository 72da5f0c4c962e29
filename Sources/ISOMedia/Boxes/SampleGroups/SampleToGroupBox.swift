package import Media

/// The groups of samples (ISO/IEC 14496-12 8.9.2).
package struct SampleToGroupBox: Box {
    package static let type: FourCC = "sbgp"

    /// Consecutive samples of one group.
    package struct Run: TableEntry {
        package var sampleCount: UInt32 = 0
        /// The index of the description, from 1; 0 for no group.
        package var descriptionIndex: UInt32 = 0

        package init() {}
        init(sampleCount: UInt32, descriptionIndex: UInt32) {
            self.sampleCount = sampleCount
            self.descriptionIndex = descriptionIndex
        }

        package mutating func layout(_ visitor: inout some FieldVisitor, _: FullBoxHeader) {
            visitor.field(&sampleCount)
            visitor.field(&descriptionIndex)
        }
    }

    package var header = FullBoxHeader()
    package var groupingType = FourCC(rawValue: 0)
    /// In version 1 only.
    package var groupingParameter: UInt32 = 0
    package var runs: EntryTable<Run> = []

    package init() {}

    /// All of a number of samples in the first group of a type.
    init(_ groupingType: FourCC, sampleCount: Int) {
        self.groupingType = groupingType
        runs = [Run(sampleCount: UInt32(truncatingIfNeeded: sampleCount), descriptionIndex: 1)]
    }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&groupingType)
        if header.version == 1 { visitor.field(&groupingParameter) }
        visitor.countedTable(&runs, form: header)
    }

    package var fields: [BoxTree.Field] {
        let listed = runs.prefix(8).map { BoxTree.Field("run", "\($0.sampleCount)×\($0.descriptionIndex)") }
        return [.init("type", groupingType), .init("entries", runs.declaredCount)] + listed
    }
}
