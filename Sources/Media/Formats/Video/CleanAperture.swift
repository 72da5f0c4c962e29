/// The visible part of a decoded frame: the content of a `clap` box (ISO/IEC 14496-12 12.1.4).
public struct CleanAperture: Sendable, Hashable, Codable {
    /// 32 bytes: width, height, horizontal and vertical offset, each a numerator and a denominator of 32 bits.
    public let bytes: [UInt8]

    /// The encoded 32 bytes; nil if `bytes` has another length.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}
