/// The 32 sample flags of ISO/IEC 14496-12 8.8.3.1.
public struct SampleFlags: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt32
    /// The flags with these bits.
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A sample that depends on no other sample.
    public static let sync = SampleFlags(rawValue: 0x0200_0000)
    /// A sample that depends on others; whether others depend on it is unknown.
    public static let predicted = SampleFlags(rawValue: 0x0101_0000)
    /// A sample that depends on others and on which no other sample depends.
    public static let disposable = SampleFlags(rawValue: 0x0181_0000)

    /// Whether the sample is a sync sample: `sample_is_non_sync_sample` is 0.
    @inlinable public var isSync: Bool { rawValue & 0x0001_0000 == 0 }
}
