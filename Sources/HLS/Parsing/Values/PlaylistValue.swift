package import Media

/// Parsers for single values of tags and attributes (RFC 8216bis 4.2); nil for malformed text.
package enum PlaylistValue {
    /// Parses a non-negative integer.
    package static func integer(_ text: String) -> Int? {
        read(text) { line throws(PlaylistProblem) in try line.readInteger("a number") }
    }

    /// Parses a non-negative decimal number of seconds, exact to nine decimals.
    package static func seconds(_ text: String) -> MediaTime? {
        read(text) { line throws(PlaylistProblem) in try line.readDecimal("a number") }
    }

    /// Parses a decimal number of seconds that may be negative.
    package static func signedSeconds(_ text: String) -> MediaTime? {
        guard text.hasPrefix("-") else { return seconds(text) }
        return seconds(String(text.dropFirst())).map { -$0 }
    }

    /// Parses a date in ISO 8601 format.
    package static func date(_ text: String) -> DateTime? {
        read(text) { line throws(PlaylistProblem) in try line.readDateTime() }
    }

    /// Parses `length` or `length@offset`; the offset is nil if the range continues the previous one.
    package static func byteRange(_ text: String) -> (length: Int, offset: Int?)? {
        read(text) { line throws(PlaylistProblem) in try line.readByteRange() }
    }

    /// Parses an initialization vector; shorter numbers are padded to 16 bytes.
    package static func vector(_ text: String) -> [UInt8]? {
        var text = text
        let number = text.withUTF8 { AttributeList.hexadecimal($0, isNumber: true) }
        return number.flatMap(EncryptionKey.vector)
    }

    private static func read<Value>(
        _ text: String, _ body: (inout PlaylistLine) throws(PlaylistProblem) -> Value
    ) -> Value? {
        var text = text
        return text.withUTF8 { bytes in
            var line = PlaylistLine(number: 1, bytes: bytes)
            guard let value = try? body(&line), line.isAtEnd else { return nil }
            return value
        }
    }
}
