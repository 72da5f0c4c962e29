package import Media

/// The dependencies of samples, one byte each (ISO/IEC 14496-12 8.6.4).
package struct SampleDependencyBox: Box {
    package static let type: FourCC = "sdtp"

    package var header = FullBoxHeader()
    package var samples: EntryTable<UInt8> = []

    package init() {}
    init(samples: EntryTable<UInt8>) { self.samples = samples }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.table(&samples, count: nil, form: header)
    }

    package var fields: [BoxTree.Field] { [.init("samples", samples.count)] }
}
