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

    /// The index of the first description in the fragment itself (ISO/IEC 14496-12 8.9.4).
    static let firstOfFragment: UInt32 = 0x1_0001

    /// A number of samples at the start in a group of a type: by default, the first one.
    init(_ groupingType: FourCC, sampleCount: Int, descriptionIndex: UInt32 = 1) {
        self.groupingType = groupingType
        runs = [Run(sampleCount: UInt32(truncatingIfNeeded: sampleCount), descriptionIndex: descriptionIndex)]
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
