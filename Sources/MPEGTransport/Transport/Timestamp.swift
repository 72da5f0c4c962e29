/// Times in ticks of 90 kHz; transport streams store their lower 33 bits.
package enum Timestamp {
    package static let timescale: Int32 = 90_000
    private static let period: Int64 = 1 << 33

    /// Returns the time near `reference` whose lower 33 bits are `stored`.
    package static func unwrap(_ stored: Int64, near reference: Int64) -> Int64 {
        let distance = (stored &- reference) & (period - 1)
        return reference &+ (distance < period / 2 ? distance : distance - period)
    }

    /// Reads the five bytes of a PTS or a DTS, ISO/IEC 13818-1 2.4.3.7.
    static func read(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int64 {
        let parts = (0..<5).map { Int64(bytes[offset + $0]) }
        return (parts[0] >> 1 & 7) << 30 | parts[1] << 22 | (parts[2] >> 1) << 15 | parts[3] << 7 | parts[4] >> 1
    }
}
