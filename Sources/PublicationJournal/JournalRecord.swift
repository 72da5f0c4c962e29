import Media

/// Changes that hold all together or not at all, in the form in which they stand in a journal: a mark, the length, a
/// checksum, the time, and the entries.
package struct JournalRecord: Sendable, Hashable {
    /// Milliseconds since 1970.
    package var time: Int64
    package var entries: [JournalEntry]

    package init(time: Int64, entries: [JournalEntry]) {
        self.time = time
        self.entries = entries
    }

    /// Where a record begins; also how whole records are found behind a damaged one.
    static let mark: [UInt8] = Array("rec\n".utf8)
    /// Mark, length and checksum, in bytes.
    static let headerLength = 12
    /// The longest content, in bytes; longer ones are damage.
    static let longest = 64 << 20

    /// The record as bytes.
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

    /// A record as it was found: the content and where the next one begins.
    enum Found {
        case record(JournalRecord, end: Int)
        /// It is whole, and a later version wrote something in it that this one does not know.
        case foreign
        case broken
    }

    /// Reads the record that begins at `start`.
    static func read(_ bytes: [UInt8], at start: Int) -> Found {
        guard bytes.count - start >= headerLength, bytes[start..<start + mark.count].elementsEqual(mark) else {
            return .broken
        }
        let length = number(bytes, start + 4)
        let content = start + headerLength
        guard length <= longest, length <= bytes.count - content,
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
