/// Writes big-endian fields to a growing array.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package var count: Int { bytes.count }

    package mutating func write<Value: FixedWidthInteger>(_ value: Value) {
        Swift.withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
    /// Appends the low 24 bits.
    package mutating func write24(_ value: UInt32) {
        write(UInt8(truncatingIfNeeded: value >> 16))
        write(UInt16(truncatingIfNeeded: value))
    }
    package mutating func write(_ code: FourCC) { write(code.rawValue) }
    package mutating func write(contentsOf content: some Sequence<UInt8>) { bytes.append(contentsOf: content) }
    /// Appends `count` zero bytes and calls `fill` to overwrite them in place.
    package mutating func write(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let start = bytes.count
        writeZeros(count)
        bytes.withUnsafeMutableBytes { fill(UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
    }
    package mutating func writeZeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }

    /// Overwrites a field written earlier, such as a size that is only known afterwards.
    package mutating func patch<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
        precondition(offset + MemoryLayout<Value>.size <= bytes.count, "a patched field has been written")
        Swift.withUnsafeBytes(of: value.bigEndian) { field in
            for (index, byte) in field.enumerated() { bytes[offset + index] = byte }
        }
    }
}
