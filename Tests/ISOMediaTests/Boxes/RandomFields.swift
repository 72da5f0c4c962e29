import ISOMedia

/// Fills the fields of a box with random values, as a reader does with those of a file.
struct RandomFields: BoxVisitor {
    private var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    private mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

    /// Zero often determines the layout of other fields.
    mutating func field<Value: FixedWidthInteger>(_ value: inout Value) {
        value = number(in: 0...3) == 0 ? 0 : Value.random(in: .min ... .max, using: &numbers)
    }

    mutating func reserved(_: Int) {}

    mutating func header(_ header: inout FullBoxHeader) {
        header = FullBoxHeader(
            version: UInt8(number(in: 0...1)), flags: UInt32.random(in: 0...0xff_ffff, using: &numbers))
    }

    mutating func count<Value: FixedWidthInteger>(_ count: inout Value) { count = Value(number(in: 0...5)) }

    mutating func table<Entry>(_ table: inout EntryTable<Entry>, count: Int?, form: Entry.Form) {
        var entries: [Entry] = []
        for _ in 0..<(count ?? number(in: 0...5)) {
            var entry = Entry()
            entry.layout(&self, form)
            entries.append(entry)
        }
        table = EntryTable(entries)
    }

    mutating func bytes(_ bytes: inout [UInt8], count: Int?) {
        bytes = []
        for _ in 0..<(count ?? number(in: 0...20)) { bytes.append(UInt8(number(in: 0...255))) }
    }

    mutating func text(_ text: inout String) {
        text = ""
        for _ in 0..<number(in: 0...8) { text.append("aé·語"[number(in: 0...3)]) }
    }

    mutating func trailing<Value: FixedWidthInteger>(_ value: inout Value?) {
        value = number(in: 0...1) == 0 ? nil : Value.random(in: .min ... .max, using: &numbers)
    }
}

extension String {
    fileprivate subscript(_ position: Int) -> Character { self[index(startIndex, offsetBy: position)] }
}
