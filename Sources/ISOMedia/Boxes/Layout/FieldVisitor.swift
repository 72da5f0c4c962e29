package import Media

/// A visitor of fields in their order in the file: a reader assigns them, a writer writes them, a counter adds their
/// sizes.
package protocol FieldVisitor {
    /// Visits a big-endian number.
    mutating func field<Value: FixedWidthInteger>(_ value: inout Value)
    /// Visits reserved bytes, which are written as zeros and ignored by readers.
    mutating func reserved(_ count: Int)
}

extension FieldVisitor {
    /// Visits a four-character code.
    @inline(__always) package mutating func field(_ code: inout FourCC) {
        var value = code.rawValue
        field(&value)
        code = FourCC(rawValue: value)
    }

    /// Visits a number of 64 bits, or of 32 bits if the version of the box has short fields.
    @inline(__always) package mutating func field(_ value: inout UInt64, isLong: Bool) {
        guard !isLong else { return field(&value) }
        var short = UInt32(truncatingIfNeeded: value)
        field(&short)
        value = UInt64(short)
    }

    /// Visits a signed number of 64 bits, or of 32 bits if the version of the box has short fields.
    @inline(__always) package mutating func field(_ value: inout Int64, isLong: Bool) {
        guard !isLong else { return field(&value) }
        var short = Int32(truncatingIfNeeded: value)
        field(&short)
        value = Int64(short)
    }

    /// Visits a constant number of numbers, such as a matrix. Missing ones are written as 0.
    package mutating func fields<Value: FixedWidthInteger>(_ values: inout [Value], count: Int) {
        values = (0..<count).map { index in
            var value = index < values.count ? values[index] : 0
            field(&value)
            return value
        }
    }
}
