/// A number of consecutive samples with equal values, in `stts` and `ctts`.
package struct SampleRun<Value: FixedWidthInteger & Sendable>: TableEntry {
    package var count: UInt32 = 0
    package var value: Value = 0

    package init() {}
    @inline(__always) init(count: UInt32, value: Value) {
        self.count = count
        self.value = value
    }

    @inline(__always) package mutating func layout(_ visitor: inout some FieldVisitor, _: FullBoxHeader) {
        visitor.field(&count)
        visitor.field(&value)
    }
}
