/// A visitor of the fields of a box, including fields of variable size.
package protocol BoxVisitor: FieldVisitor {
    /// Visits version and flags.
    mutating func header(_ header: inout FullBoxHeader)
    /// Visits the number of entries of a table that follows.
    mutating func count<Value: FixedWidthInteger>(_ count: inout Value)
    /// Visits `count` entries, or the remaining entries of the box if `count` is nil.
    mutating func table<Entry>(_ table: inout EntryTable<Entry>, count: Int?, form: Entry.Form)
    /// Visits `count` bytes, or the rest of the box if `count` is nil.
    mutating func bytes(_ bytes: inout [UInt8], count: Int?)
    /// Visits UTF-8 text with a zero byte at its end.
    mutating func text(_ text: inout String)
    /// Visits a field that is absent if the box ends before it.
    mutating func trailing<Value: FixedWidthInteger>(_ value: inout Value?)
    /// Marks the following fields as optional for readers: some writers omit them, and they read as zero.
    mutating func beginOptionalFields()
}

extension BoxVisitor {
    package mutating func header(_ header: inout FullBoxHeader) {
        var value = header.rawValue
        field(&value)
        header = FullBoxHeader(rawValue: value)
    }

    package mutating func count<Value: FixedWidthInteger>(_ count: inout Value) { field(&count) }
    package mutating func beginOptionalFields() {}

    /// Visits a table after its number of entries, a number of 32 bits.
    package mutating func countedTable<Entry>(_ table: inout EntryTable<Entry>, form: Entry.Form) {
        var count = UInt32(truncatingIfNeeded: table.declaredCount)
        self.count(&count)
        self.table(&table, count: Int(count), form: form)
    }
}
