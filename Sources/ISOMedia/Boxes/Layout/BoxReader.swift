/// Assigns the fields of a box from its bytes.
///
/// Fields outside of the box are zero, and entries outside of it are omitted; ``damage`` describes the missing content.
struct BoxReader: BoxVisitor {
    private let box: BoxView
    /// The offset of the next field in the content.
    private var offset = 0
    /// The size of the content that the required fields need.
    private var requiredSize = 0
    private var areFieldsOptional = false
    private var tableDamage: MovieFileError?

    init(_ box: BoxView) { self.box = box }

    /// The reason why the content is not complete; nil if it is.
    var damage: MovieFileError? {
        if let tableDamage { return tableDamage }
        do throws(MovieFileError) {
            try box.require(requiredSize)
            return nil
        } catch {
            return error
        }
    }

    private var remaining: Int { max(0, box.contentSize - offset) }

    /// Returns the offset of a field and moves behind it.
    @inline(__always) private mutating func advance(_ size: Int) -> Int {
        defer {
            offset += size
            if !areFieldsOptional { requiredSize = offset }
        }
        return offset
    }

    mutating func field<Value: FixedWidthInteger>(_ value: inout Value) {
        value = box.load(advance(MemoryLayout<Value>.size))
    }

    mutating func reserved(_ count: Int) { _ = advance(count) }

    mutating func table<Entry>(_ table: inout EntryTable<Entry>, count: Int?, form: Entry.Form) {
        let size = Entry.size(form)
        let fitting = size == 0 ? count ?? 0 : remaining / size
        let declared = count ?? fitting
        if declared > fitting, !areFieldsOptional, tableDamage == nil, offset <= box.contentSize {
            tableDamage = box.damaged("it declares \(declared) entries; \(fitting) fit")
        }
        let available = min(declared, fitting)
        let start = box.contentOffset + min(offset, box.contentSize)
        table = EntryTable(
            StoredEntries(box.file, offset: start, count: available, form: form), declaredCount: declared)
        _ = advance(available * size)
    }

    mutating func bytes(_ bytes: inout [UInt8], count: Int?) {
        let count = count ?? remaining
        let start = box.contentOffset + min(advance(count), box.contentSize)
        bytes = box.file.bytes(start..<min(start + count, box.end))
    }

    mutating func text(_ text: inout String) {
        let start = box.contentOffset + min(offset, box.contentSize)
        let content = box.file.terminatedBytes(start..<box.end)
        text = String(decoding: content, as: UTF8.self)
        // Some writers omit the zero byte at the end of the box.
        _ = advance(min(content.count + 1, remaining))
    }

    mutating func trailing<Value: FixedWidthInteger>(_ value: inout Value?) {
        value = remaining >= MemoryLayout<Value>.size ? box.load(advance(MemoryLayout<Value>.size)) : nil
    }

    mutating func beginOptionalFields() { areFieldsOptional = true }
}
