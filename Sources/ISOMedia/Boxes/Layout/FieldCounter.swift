/// Adds the sizes that fields have when they are written.
struct FieldCounter: BoxVisitor {
    /// The size in bytes.
    private(set) var count = 0

    @inline(__always) mutating func field<Value: FixedWidthInteger>(_: inout Value) {
        count &+= MemoryLayout<Value>.size
    }

    mutating func reserved(_ size: Int) { count += size }

    mutating func table<Entry>(_ table: inout EntryTable<Entry>, count _: Int?, form: Entry.Form) {
        count += table.count * Entry.size(form)
    }

    mutating func bytes(_ bytes: inout [UInt8], count size: Int?) { count += size ?? bytes.count }
    mutating func text(_ text: inout String) { count += text.utf8.count { $0 != 0 } + 1 }

    mutating func trailing<Value: FixedWidthInteger>(_ value: inout Value?) {
        if value != nil { count += MemoryLayout<Value>.size }
    }
}
