/// Reads the fields of a message in the format of protocol buffers.
struct ProtocolBufferReader {
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next field; nil at the end. Throws if it is not complete, and for groups.
    mutating func next() throws(SystemDataError) -> (number: UInt64, value: Value)? {
        guard offset < bytes.count else { return nil }
        let key = try number()
        let value: Value
        switch key & 7 {
        case 0: value = .number(try number())
        case 1: value = .bytes(try slice(8))
        case 2: value = .bytes(try slice(try number()))
        case 5: value = .bytes(try slice(4))
        default: throw SystemDataError("a field has the unknown type \(key & 7)")
        }
        return (key >> 3, value)
    }

    private mutating func number() throws(SystemDataError) -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while offset < bytes.count, shift < 64 {
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw SystemDataError("a number is not complete")
    }

    private mutating func slice(_ count: UInt64) throws(SystemDataError) -> ArraySlice<UInt8> {
        guard count <= UInt64(bytes.count - offset) else { throw SystemDataError("a field exceeds the data") }
        defer { offset += Int(count) }
        return bytes[offset..<offset + Int(count)]
    }
}
