/// CRC-32C (Castagnoli), which detects torn and damaged records.
package enum Checksum {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : (value >> 1) ^ 0x82F6_3B78 }
    }

    package static func crc32c(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { value, byte in
            table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8)
        }
    }
}
