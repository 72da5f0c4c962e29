/// The sample rate and the channels of an audio track (RFC 9559 5.1.4.1.29).
package struct AudioSettings: MasterElement {
    package static let id: ElementID = 0xe1
    package static let fields: [ElementField<Self>] = [
        .float(0xb5, "SamplingFrequency", \.samplingFrequency),
        .float(0x78b5, "OutputSamplingFrequency", \.outputSamplingFrequency),
        .unsigned(0x9f, "Channels", \.channelCount),
        .unsigned(0x6264, "BitDepth", \.bitDepth),
    ]

    /// In Hz.
    package var samplingFrequency = 8000.0
    package var outputSamplingFrequency: Double?
    package var channelCount: UInt64 = 1
    package var bitDepth: UInt64?

    package init() {}
}
