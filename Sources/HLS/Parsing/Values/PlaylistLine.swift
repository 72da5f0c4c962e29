/// One significant line of a playlist, or a value in it, and a read position.
///
/// Points into the bytes of the playlist; valid only during the call that parses them.
struct PlaylistLine {
    /// The line number, from 1.
    let number: Int
    /// The complete line without its line break; control characters and UTF-8 have been validated.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The next byte to read.
    var position = 0
    /// The end of the range to read.
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

    /// The line of a tag, starting at its name.
    var fromTagName: PlaylistLine { PlaylistLine(number: number, bytes: bytes, position: 1) }

    /// Returns this tag as an unknown one; the line has been read up to the value.
    func asUnknownTag(_ tag: PlaylistTag) -> UnknownTag { UnknownTag(name: "\(tag.name)", value: rest.text) }

    /// The memory for the text of the line if it is stored; Swift stores short strings inline.
    var textMemory: Int { bytes.count > 15 ? bytes.count + 33 : 0 }

    /// An estimate of the memory for lists of codecs and layouts, which become arrays of strings.
    var listMemory: Int { 1024 + 16 * bytes.count }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Skips spaces and tabs; returns false if there are none.
    mutating func skipBlanks() -> Bool {
        let begin = position
        while position < end, Self.isBlank(bytes[position]) { position += 1 }
        return position > begin
    }

    var isAtEnd: Bool { position >= end }
    var next: UInt8? { isAtEnd ? nil : bytes[position] }

    /// The bytes that have not been read.
    var rest: UnsafeBufferPointer<UInt8> { bytes.between(position, end) }

    /// Reads up to the first byte that does not match.
    mutating func read(while fits: (UInt8) -> Bool) -> UnsafeBufferPointer<UInt8> {
        let begin = position
        while position < end, fits(bytes[position]) { position += 1 }
        return bytes.between(begin, position)
    }

    /// Skips `byte` if it is next.
    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard position < end, bytes[position] == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    /// Returns a problem at the current position.
    func problem(_ message: String) -> PlaylistProblem { problem(message, at: position) }

    /// Returns a problem at a byte of the line.
    func problem(_ message: String, at position: Int) -> PlaylistProblem {
        // UTF-8 continuation bytes are not counted.
        let column = bytes.between(0, position).count { $0 & 0xc0 != 0x80 } + 1
        return PlaylistProblem(line: number, column: column, message: message)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The text of validated bytes.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// Returns the bytes from `begin` to before `end`, clamped to this buffer.
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
