import Media

/// Formats of fields in dumps.
enum DumpedText {
    private static let maximumLength = 256

    /// Returns text of a file without control characters, which could move a terminal's cursor.
    static func printable(_ text: String) -> String {
        let start = String(decoding: text.utf8.prefix(maximumLength), as: UTF8.self)
        return String(
            String.UnicodeScalarView(start.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? "·" : $0 }))
    }

    static func hex(_ value: UInt32) -> String { "0x" + String(value, radix: 16) }
    static func hex(_ bytes: [UInt8]) -> String {
        bytes.hexadecimal()
    }

    /// Formats a 16.16 number, without the fraction if it is zero.
    static func fixed(_ value: UInt32) -> String {
        value & 0xffff == 0 ? String(value >> 16) : String(Double(value) / 65_536)
    }
}

extension BoxTree.Field {
    static func flags(_ header: FullBoxHeader) -> BoxTree.Field { .init("flags", DumpedText.hex(header.flags)) }
    static func version(_ header: FullBoxHeader) -> BoxTree.Field { .init("version", header.version) }
}

extension [BoxTree.Field] {
    /// The number of entries and the first entry of a table of counts and values.
    static func runs<Value>(_ table: EntryTable<SampleRun<Value>>, _ name: String) -> [BoxTree.Field] {
        let count = BoxTree.Field("entries", table.declaredCount)
        return [count] + table.prefix(1).map { .init(name, "\($0.count)×\(Int32(truncatingIfNeeded: $0.value))") }
    }
}
