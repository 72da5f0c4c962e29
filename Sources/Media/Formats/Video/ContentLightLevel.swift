/// The content light level (CTA-861.3), as in a `clli` box and in an SEI message.
public struct ContentLightLevel: Sendable, Hashable, Codable {
    /// 4 bytes: the maximum content light level, then the maximum frame-average light level, each 16 bits, in cd/m².
    public let bytes: [UInt8]

    /// The encoded 4 bytes; nil if `bytes` has another length.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 else { return nil }
        self.bytes = bytes
    }
}
