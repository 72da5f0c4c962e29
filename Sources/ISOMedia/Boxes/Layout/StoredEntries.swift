import Media

/// The entries of a table in a file, decoded when they are accessed.
struct StoredEntries<Entry: TableEntry>: Sendable {
    /// Keeps the bytes alive.
    private let storage: ByteStorage
    // Safe because the bytes are retained by this value, and neither move nor change.
    private nonisolated(unsafe) let base: UnsafeRawPointer?
    /// The size of an entry in bytes.
    private let stride: Int
    private let form: Entry.Form
    let count: Int

    /// Up to `count` entries from `offset` on, limited to the entries that the file contains.
    init(_ file: FileBytes, offset: Int, count: Int, form: Entry.Form) {
        storage = file.storage
        self.form = form
        stride = Entry.size(form)
        let isInside = file.base != nil && offset >= 0 && offset <= file.count
        base = isInside ? file.base.map { $0 + offset } : nil
        guard isInside, count > 0 else {
            self.count = 0
            return
        }
        self.count = stride == 0 ? count : min(count, (file.count - offset) / stride)
    }

    /// The entry at an index; an entry of default values outside of the table.
    @inline(__always) subscript(index: Int) -> Entry {
        var entry = Entry()
        guard let base, index >= 0, index < count else { return entry }
        // The initializer has compared the entries with the size of the file.
        var reader = EntryReader(base + index &* stride)
        entry.layout(&reader, form)
        return entry
    }
}

extension StoredEntries where Entry.Form == FullBoxHeader {
    /// No entries.
    init(in file: FileBytes) { self.init(file, offset: 0, count: 0, form: FullBoxHeader()) }
}

/// Reads the fields of one entry from memory whose size has been checked.
private struct EntryReader: FieldVisitor {
    private var position: UnsafeRawPointer

    @inline(__always) init(_ position: UnsafeRawPointer) { self.position = position }

    @inline(__always) mutating func field<Value: FixedWidthInteger>(_ value: inout Value) {
        value = Value(bigEndian: position.loadUnaligned(as: Value.self))
        position += MemoryLayout<Value>.size
    }

    mutating func reserved(_ count: Int) { position += count }
}
