package import Media

/// The value of a metadata item (QuickTime File Format, `data`).
package struct MetadataValueBox: Box {
    package static let type: FourCC = "data"

    /// The well-known types of values.
    enum ValueType {
        static let data: UInt32 = 0
        static let text: UInt32 = 1
        static let jpeg: UInt32 = 13
        static let png: UInt32 = 14
        static let integer: UInt32 = 21
    }

    package var valueType = ValueType.data
    package var country: UInt16 = 0
    /// The packed language; 0 for all languages.
    package var language: UInt16 = 0
    package var value: [UInt8] = []

    package init() {}

    init(_ valueType: UInt32, _ value: [UInt8], language: UInt16 = 0) {
        self.valueType = valueType
        self.language = language
        self.value = value
    }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.field(&valueType)
        visitor.field(&country)
        visitor.field(&language)
        visitor.bytes(&value, count: nil)
    }
}
