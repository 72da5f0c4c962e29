/// The first element that frames of AAC may begin with, by the number of channels (ISO/IEC 14496-3 4.4.2.1).
package struct AACFrameStart: Sendable, Hashable {
    /// id_syn_ele of the first element with channels: 0 for one channel, 1 for a pair.
    private let element: UInt8

    /// Object types whose frames are a raw_data_block: Main, LC, SSR and LTP.
    private static let objectTypes = 1...4

    /// Returns nil for other object types, and for configurations without a number of channels.
    package init?(_ configuration: AudioSpecificConfig) {
        guard let fields = try? configuration.parse(), Self.objectTypes.contains(fields.objectType),
            (1...7).contains(fields.channelConfiguration)
        else { return nil }
        element = fields.channelConfiguration == 2 ? 1 : 0
    }

    /// Returns whether a frame may begin with this byte. Elements without channels may precede.
    package func contains(_ byte: UInt8) -> Bool { byte >> 5 > 1 || byte >> 5 == element }
}
