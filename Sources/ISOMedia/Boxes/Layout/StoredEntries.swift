/// The entries of a table in a file, decoded when they are accessed.
struct StoredEntries<Entry: TableEntry>: Sendable {
    private let file: FileBytes
    private let offset: Int
    /// The size of an entry in bytes.
    private let stride: Int
    private let form: Entry.Form
    let count: Int

    init(_ file: FileBytes, offset: Int, count: Int, form: Entry.Form) {
        self.file = file
        self.offset = offset
        self.count = count
        self.form = form
        stride = Entry.size(form)
    }

    /// The entry at an index. Fields outside of the file are zero.
    @inline(__always) subscript(index: Int) -> Entry {
        withExtendedLifetime(file) {
            var reader = EntryReader(file, at: offset &+ index &* stride)
            var entry = Entry()
            entry.layout(&reader, form)
            return entry
        }
    }
}

extension StoredEntries where Entry.Form == FullBoxHeader {
    /// No entries.
    init(in file: FileBytes) { self.init(file, offset: 0, count: 0, form: FullBoxHeader()) }
}

/// Reads the fields of one entry. The file must outlive the reader.
private struct EntryReader: FieldVisitor {
    private let base: UnsafeRawPointer?
    private let count: Int
    private var offset: Int

    @inline(__always) init(_ file: FileBytes, at offset: Int) {
        base = file.base
        count = file.count
        self.offset = offset
    }

    @inline(__always) mutating func field<Value: FixedWidthInteger>(_ value: inout Value) {
        value = FileBytes.load(base, count, offset)
        offset &+= MemoryLayout<Value>.size
    }

    mutating func reserved(_ count: Int) { offset &+= count }
}
