import Media

/// One change in a journal.
package enum JournalEntry: Sendable, Hashable {
    /// A run starts. `boot` identifies the boot of the machine. With `isSynced`, every record reaches the disk before
    /// its change becomes visible.
    case opened(boot: String, isSynced: Bool)
    /// A file of `size` bytes is about to be written.
    case stored(path: String, size: Int)
    /// A file is about to grow to `size` bytes.
    case grown(path: String, size: Int)
    /// Schedules the removal of a file, `after` milliseconds after the time of this record.
    case scheduledRemoval(path: String, after: Int64)
    /// A file was removed or is about to be removed.
    case removed(path: String)
    /// A stage keeps `content` for a later run.
    case kept(path: String, content: [UInt8])
    /// A stage no longer needs the data kept under `path`.
    case dropped(path: String)
    /// The run ended with a regular shutdown, so the journal has all its records.
    case closed
}

extension JournalEntry {
    private enum Tag: UInt8 {
        case opened = 1
        case stored, scheduledRemoval, removed, kept, dropped, closed, grown
    }

    func write(to writer: inout ByteWriter) {
        switch self {
        case .opened(let boot, let isSynced):
            writer.write(Tag.opened.rawValue)
            writer.write(UInt8(isSynced ? 1 : 0))
            writer.write(text: boot)
        case .stored(let path, let size):
            writer.write(Tag.stored.rawValue)
            writer.write(UInt64(max(0, size)))
            writer.write(text: path)
        case .grown(let path, let size):
            writer.write(Tag.grown.rawValue)
            writer.write(UInt64(max(0, size)))
            writer.write(text: path)
        case .scheduledRemoval(let path, let after):
            writer.write(Tag.scheduledRemoval.rawValue)
            writer.write(after)
            writer.write(text: path)
        case .removed(let path):
            writer.write(Tag.removed.rawValue)
            writer.write(text: path)
        case .kept(let path, let content):
            writer.write(Tag.kept.rawValue)
            writer.write(text: path)
            writer.write(UInt32(clamping: content.count))
            writer.write(contentsOf: content)
        case .dropped(let path):
            writer.write(Tag.dropped.rawValue)
            writer.write(text: path)
        case .closed: writer.write(Tag.closed.rawValue)
        }
    }

    /// Reads the next entry; nil for a type that this version does not define.
    static func read(_ reader: inout ByteReader) throws(EndOfBytes) -> JournalEntry? {
        switch Tag(rawValue: try reader.read()) {
        case .opened:
            let isSynced: UInt8 = try reader.read()
            return .opened(boot: try reader.readText(), isSynced: isSynced == 1)
        case .stored:
            let size: UInt64 = try reader.read()
            return .stored(path: try reader.readText(), size: Int(clamping: size))
        case .grown:
            let size: UInt64 = try reader.read()
            return .grown(path: try reader.readText(), size: Int(clamping: size))
        case .scheduledRemoval:
            let after: Int64 = try reader.read()
            return .scheduledRemoval(path: try reader.readText(), after: after)
        case .removed: return .removed(path: try reader.readText())
        case .kept:
            let path = try reader.readText()
            let count: UInt32 = try reader.read()
            return .kept(path: path, content: try reader.readBytes(Int(count)))
        case .dropped: return .dropped(path: try reader.readText())
        case .closed: return .closed
        case nil: return nil
        }
    }
}

extension ByteWriter {
    /// Writes a 16-bit length and at most 65,535 bytes of UTF-8.
    fileprivate mutating func write(text: String) {
        let bytes = Array(text.utf8.prefix(Int(UInt16.max)))
        write(UInt16(bytes.count))
        write(contentsOf: bytes)
    }
}

extension ByteReader {
    fileprivate mutating func readText() throws(EndOfBytes) -> String {
        let count: UInt16 = try read()
        return String(decoding: try readBytes(Int(count)), as: UTF8.self)
    }
}
