/// One line of a playlist that says something, and a position in it.
struct PlaylistLine {
    /// From 1.
    let number: Int
    /// The whole line without its break; valid UTF-8 without control characters.
    let bytes: ArraySlice<UInt8>
    /// The next byte to read.
    var position: Int

    init(number: Int, bytes: ArraySlice<UInt8>) {
        self.number = number
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }
    var next: UInt8? { isAtEnd ? nil : bytes[position] }

    /// What has not been read.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Reads up to the first byte that does not fit.
    mutating func read(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let begin = position
        while position < bytes.endIndex, fits(bytes[position]) { position += 1 }
        return bytes[begin..<position]
    }

    /// Reads `byte` when it comes next.
    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    /// A problem where the line is being read.
    func problem(_ message: String) -> PlaylistProblem { problem(message, at: position) }

    /// A problem at a byte of the line.
    func problem(_ message: String, at position: Int) -> PlaylistProblem {
        // Bytes that continue a character are not counted.
        let column = bytes[bytes.startIndex..<position].count { $0 & 0xc0 != 0x80 } + 1
        return PlaylistProblem(line: number, column: column, message: message)
    }
}

extension ArraySlice<UInt8> {
    /// The text of bytes that were found to be valid.
    var text: String { String(decoding: self, as: UTF8.self) }

    func starts(with prefix: StaticString) -> Bool {
        count >= prefix.utf8CodeUnitCount
            && zip(self, UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
                .allSatisfy { $0 == $1 }
    }
}
