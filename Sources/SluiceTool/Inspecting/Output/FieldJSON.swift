import ISOMedia
import Media

/// The JSON form of a field: a number if the value is numeric, otherwise text.
struct FieldJSON: Encodable {
    private let value: BoxTree.Field.Value

    init(_ value: BoxTree.Field.Value) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .number(let number):
            if let small = Int64(exactly: number) {
                try container.encode(small)
            } else {
                try container.encode(UInt64(number))
            }
        case .text(let text): try container.encode(text)
        }
    }
}
