import Media

/// Changes that take effect together or not at all, encoded as a mark, the length, a checksum, the time, and the
/// entries.
package struct JournalRecord: Sendable, Hashable {
    /// In milliseconds since 1970.
    package var time: Int64
    package var entries: [JournalEntry]

    package init(time: Int64, entries: [JournalEntry]) {
        self.time = time
        self.entries = entries
    }

    /// The start of a record; also used to find valid records after a damaged one.
    static let mark: [UInt8] = Array("rec\n".utf8)
    /// The size of mark, length and checksum in bytes.
    static let headerLength = 12
    /// The maximum length of the content in bytes. Longer lengths are treated as damage.
    static let maximumLength = 64 << 20

    /// The encoded record.
    package var bytes: [UInt8] {
        var content = ByteWriter(capacity: 64 * entries.count + 8)
        content.write(time)
        for entry in entries { entry.write(to: &content) }
        var writer = ByteWriter(capacity: content.count + Self.headerLength)
        writer.write(contentsOf: Self.mark)
        writer.write(UInt32(clamping: content.count))
        writer.write(Checksum.crc32c(content.bytes))
        writer.write(contentsOf: content.bytes)
        return writer.bytes
    }

    /// The result of reading a record: the record and the offset after it, or the reason why there is none.
    enum Found {
        case record(JournalRecord, end: Int)
        /// A valid record with an entry that a later version of the format defines.
        case foreign
        case broken
    }

    /// Reads the record at `start`.
    static func read(_ bytes: [UInt8], at start: Int) -> Found {
        guard bytes.count - start >= headerLength, bytes[start..<start + mark.count].elementsEqual(mark) else {
            return .broken
        }
        let length = number(bytes, start + 4)
        let content = start + headerLength
        guard length <= maximumLength, length <= bytes.count - content,
            Checksum.crc32c(bytes[content..<content + length]) == UInt32(number(bytes, start + 8))
        else { return .broken }
        return parse(bytes, content..<content + length)
    }

    private static func parse(_ bytes: [UInt8], _ range: Range<Int>) -> Found {
        bytes.withUnsafeBytes { buffer in
            var reader = ByteReader(UnsafeRawBufferPointer(rebasing: buffer[range]))
            do throws(EndOfBytes) {
                var record = JournalRecord(time: try reader.read(), entries: [])
                while !reader.isAtEnd {
                    guard let entry = try JournalEntry.read(&reader) else { return .foreign }
                    record.entries.append(entry)
                }
                return .record(record, end: range.upperBound)
            } catch {
                return .foreign
            }
        }
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
