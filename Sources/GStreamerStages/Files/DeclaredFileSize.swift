import Media
import SystemFiles

/// The bytes that the header of a file says it has.
///
/// Recorders that cannot seek declare no size, or a placeholder.
struct DeclaredFileSize: Hashable {
    var declared: Int64
    var actual: Int64

    /// Reads the header; nil if it declares no size.
    init?(of path: String) {
        guard let content = try? MappedFile(path: path).content else { return nil }
        let size = content.withUnsafeBytes { bytes in Self.readers.lazy.compactMap { $0(Header(bytes)) }.first }
        guard let size else { return nil }
        (declared, actual) = (size, Int64(content.count))
    }

    /// Whether bytes are missing. Some writers miscount their padding.
    var isTruncated: Bool { declared - actual > 16 }

    private static let readers: [@Sendable (Header) -> Int64?] = [
        riff, flash, advancedSystems, materialExchange, matroska,
    ]

    /// The end of the last RIFF chunk; OpenDML files have several.
    private static func riff(_ file: Header) -> Int64? {
        guard file.has("RIFF", at: 0) else { return nil }
        var end: Int64 = 0
        while file.has("RIFF", at: end), let size = file.little(4, at: end + 4) {
            guard size > 0, size < UInt32.max - 8 else { return nil }
            end += 8 + Int64(size) + Int64(size & 1)
        }
        return end
    }

    /// The number `filesize` of the script data of FLV.
    private static func flash(_ file: Header) -> Int64? {
        guard file.has("FLV", at: 0), let value = file.end(of: [0, 8] + Array("filesize".utf8) + [0]) else {
            return nil
        }
        guard let bits = file.big(8, at: value) else { return nil }
        return Int64(exactly: Double(bitPattern: bits).rounded()).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The file properties object of ASF, unless the file is marked as a broadcast.
    private static func advancedSystems(_ file: Header) -> Int64? {
        guard file.has([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11], at: 0),
            let object = file.end(of: [0xa1, 0xdc, 0xab, 0x8c, 0x47, 0xa9, 0xcf, 0x11]),
            let size = file.little(8, at: object + 32), let flags = file.little(4, at: object + 80), flags & 1 == 0
        else { return nil }
        return Int64(exactly: size).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The end of the segment of Matroska, unless its size is unknown (RFC 8794, 6.2).
    private static func matroska(_ file: Header) -> Int64? {
        guard file.has([0x1a, 0x45, 0xdf, 0xa3], at: 0), let header = file.elementEnd(at: 4),
            file.has([0x18, 0x53, 0x80, 0x67], at: header)
        else { return nil }
        return file.elementEnd(at: header + 4)
    }

    /// The end of the header of the footer partition of MXF (SMPTE ST 377-1, 7.1).
    private static func materialExchange(_ file: Header) -> Int64? {
        guard let key = file.end(of: [6, 0x0e, 0x2b, 0x34, 2, 5, 1, 1, 0x0d, 1, 2, 1, 1, 2]),
            let length = file.big(1, at: key + 2)
        else { return nil }
        // A BER length of one byte, or of the number of bytes in its low bits.
        let value = key + 3 + (length < 0x80 ? 0 : Int64(length & 0x7f))
        guard let footer = file.big(8, at: value + 24), footer > 0 else { return nil }
        return Int64(exactly: footer).map { $0 + 25 }
    }
}

/// Reads numbers and patterns at the start of a file of any length.
private struct Header {
    private let bytes: UnsafeRawBufferPointer
    /// The number of bytes that ``end(of:)`` searches.
    private static let searched = 65536

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    func has(_ text: String, at offset: Int64) -> Bool { has(Array(text.utf8), at: offset) }

    func has(_ expected: [UInt8], at offset: Int64) -> Bool {
        guard offset >= 0, offset + Int64(expected.count) <= bytes.count else { return false }
        return bytes[Int(offset)...].starts(with: expected)
    }

    func big(_ count: Int, at offset: Int64) -> UInt64? { number(count, at: offset, reversed: false) }
    func little(_ count: Int, at offset: Int64) -> UInt64? { number(count, at: offset, reversed: true) }

    /// The offset after the first occurrence of `pattern` near the start.
    func end(of pattern: [UInt8]) -> Int64? {
        let last = min(bytes.count, Self.searched) - pattern.count
        guard last >= 0 else { return nil }
        return (0...last).first { bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern) }
            .map { Int64($0 + pattern.count) }
    }

    /// The end of the EBML element whose size is at `offset`; nil if the size is unknown or missing.
    func elementEnd(at offset: Int64) -> Int64? {
        guard let first = big(1, at: offset), first > 0 else { return nil }
        let count = UInt8(first).leadingZeroBitCount + 1
        guard let value = big(count, at: offset) else { return nil }
        let mask = UInt64(1) << (7 * count) - 1
        guard value & mask != mask, let size = Int64(exactly: value & mask) else { return nil }
        let (end, overflows) = (offset + Int64(count)).addingReportingOverflow(size)
        return overflows ? nil : end
    }

    private func number(_ count: Int, at offset: Int64, reversed: Bool) -> UInt64? {
        guard offset >= 0, offset + Int64(count) <= bytes.count else { return nil }
        let part = bytes[Int(offset)..<Int(offset) + count]
        return reversed ? part.reversed().reduce(0) { $0 << 8 | UInt64($1) } : part.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
