import ISOMedia

/// Finds the end of the last field without which a box is rejected.
struct RequiredFields: BoxVisitor {
    private var position = 0
    private var areFieldsOptional = false
    private(set) var size = 0
    /// The start of a field that may be absent at the end of a box; nil without one.
    private(set) var trailingStart: Int?

    private mutating func add(_ count: Int, isRequired: Bool = true) {
        position += count
        if isRequired, !areFieldsOptional { size = position }
    }

    mutating func field<Value: FixedWidthInteger>(_: inout Value) { add(MemoryLayout<Value>.size) }
    mutating func reserved(_ count: Int) { add(count) }

    mutating func table<Entry>(_ table: inout EntryTable<Entry>, count: Int?, form: Entry.Form) {
        guard var entry = table.first else { return }
        var fields = RequiredFields()
        entry.layout(&fields, form)
        add(fields.size * table.count, isRequired: count != nil)
    }

    mutating func bytes(_ bytes: inout [UInt8], count: Int?) { add(bytes.count, isRequired: count != nil) }
    mutating func text(_ text: inout String) { add(text.utf8.count + 1, isRequired: false) }

    mutating func trailing<Value: FixedWidthInteger>(_ value: inout Value?) {
        trailingStart = position
        if value != nil { add(MemoryLayout<Value>.size, isRequired: false) }
    }

    mutating func beginOptionalFields() { areFieldsOptional = true }
}
