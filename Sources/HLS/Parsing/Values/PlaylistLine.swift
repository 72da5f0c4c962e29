/// One line of a playlist that says something, or one value in it, and a position there.
///
/// It points into the playlist's bytes and lives no longer than the call that reads them.
struct PlaylistLine {
    /// From 1.
    let number: Int
    /// The whole line without its break; checked for control characters and UTF-8.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The next byte to read.
    var position = 0
    /// Where reading ends.
    var end: Int

    init(number: Int, bytes: UnsafeBufferPointer<UInt8>, position: Int = 0) {
        self.number = number
        self.bytes = bytes
        self.position = position
        end = bytes.count
    }

    /// The line without spaces, tabs and carriage returns at its ends.
    var withoutBlanks: PlaylistLine {
        var (begin, end) = (0, bytes.count)
        while end > begin, Self.isBlank(bytes[end - 1]) || bytes[end - 1] == 0x0d { end -= 1 }
        while begin < end, Self.isBlank(bytes[begin]) { begin += 1 }
        return begin == 0 && end == bytes.count ? self : PlaylistLine(number: number, bytes: bytes.between(begin, end))
    }

    /// The line of a tag from its name on.
    var fromTagName: PlaylistLine { PlaylistLine(number: number, bytes: bytes, position: 1) }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Skips spaces and tabs; false where there is none.
    mutating func skipBlanks() -> Bool {
        let begin = position
        while position < end, Self.isBlank(bytes[position]) { position += 1 }
        return position > begin
    }

    var isAtEnd: Bool { position >= end }
    var next: UInt8? { isAtEnd ? nil : bytes[position] }

    /// What has not been read.
    var rest: UnsafeBufferPointer<UInt8> { bytes.between(position, end) }

    /// Reads up to the first byte that does not fit.
    mutating func read(while fits: (UInt8) -> Bool) -> UnsafeBufferPointer<UInt8> {
        let begin = position
        while position < end, fits(bytes[position]) { position += 1 }
        return bytes.between(begin, position)
    }

    /// Reads `byte` when it comes next.
    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard position < end, bytes[position] == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    /// A problem where the line is being read.
    func problem(_ message: String) -> PlaylistProblem { problem(message, at: position) }

    /// A problem at a byte of the line.
    func problem(_ message: String, at position: Int) -> PlaylistProblem {
        // Bytes that continue a character are not counted.
        let column = bytes.between(0, position).count { $0 & 0xc0 != 0x80 } + 1
        return PlaylistProblem(line: number, column: column, message: message)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The text of bytes that were found to be valid.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// The bytes from `begin` to before `end`, held inside this buffer.
    func between(_ begin: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
        let end = Swift.min(Swift.max(0, end), count)
        return UnsafeBufferPointer(rebasing: self[Swift.min(Swift.max(0, begin), end)..<end])
    }

    func starts(with prefix: StaticString) -> Bool {
        guard count >= prefix.utf8CodeUnitCount else { return false }
        for index in 0..<prefix.utf8CodeUnitCount where self[index] != prefix.utf8Start[index] { return false }
        return true
    }

    func equals(_ text: StaticString) -> Bool { count == text.utf8CodeUnitCount && starts(with: text) }
}
