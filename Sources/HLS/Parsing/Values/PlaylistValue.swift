package import Media

/// Single values of tags and attributes read from text of their own (RFC 8216bis 4.2); nil where they are malformed.
package enum PlaylistValue {
    /// A whole number from 0 up.
    package static func integer(_ text: String) -> Int? {
        read(text) { line throws(PlaylistProblem) in try line.readInteger("a number") }
    }

    /// A decimal number of seconds that is not negative, exact to nine places.
    package static func seconds(_ text: String) -> MediaTime? {
        read(text) { line throws(PlaylistProblem) in try line.readDecimal("a number") }
    }

    /// A decimal number of seconds that may be negative.
    package static func signedSeconds(_ text: String) -> MediaTime? {
        guard text.hasPrefix("-") else { return seconds(text) }
        return seconds(String(text.dropFirst())).map { -$0 }
    }

    /// A moment in the form of ISO 8601.
    package static func date(_ text: String) -> DateTime? {
        read(text) { line throws(PlaylistProblem) in try line.readDateTime() }
    }

    /// `length` or `length@offset`; nil for the offset where it goes on.
    package static func byteRange(_ text: String) -> (length: Int, offset: Int?)? {
        read(text) { line throws(PlaylistProblem) in try line.readByteRange() }
    }

    /// An initialization vector in 16 bytes, shorter numbers among them.
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
