/// Writes EBML elements (RFC 8794).
enum EBMLWriter {
    /// Returns an element with a size of eight bytes.
    static func element(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
        identifier(id) + [1] + bytes(UInt64(content.count)).dropFirst() + content
    }

    /// Returns an element of unknown size.
    static func unsized(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
        identifier(id) + [1] + Array(repeating: 0xff, count: 7) + content
    }

    static func number(_ id: UInt32, _ value: UInt64) -> [UInt8] { element(id, bytes(value)) }
    static func float(_ id: UInt32, _ value: Double) -> [UInt8] { element(id, bytes(value.bitPattern)) }
    static func text(_ id: UInt32, _ value: String) -> [UInt8] { element(id, Array(value.utf8)) }

    static func identifier(_ id: UInt32) -> [UInt8] {
        withUnsafeBytes(of: id.bigEndian) { Array($0.drop { $0 == 0 }) }
    }

    private static func bytes(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
