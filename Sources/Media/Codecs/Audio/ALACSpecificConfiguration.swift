/// The ALACSpecificConfig of Apple Lossless, 24 bytes.
package struct ALACSpecificConfiguration: Sendable, Hashable {
    /// The content of an `alac` box: version and flags, then the configuration.
    package let bytes: [UInt8]

    /// Reads a box's content, the box itself, or the configuration alone.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        var content = bytes
        if content.count >= 36, Array(content[4..<8]) == Array("alac".utf8) { content.removeFirst(8) }
        if content.count == 24 { content = [0, 0, 0, 0] + content }
        guard content.count >= 28 else { throw .endsTooEarly }
        self.bytes = content
        guard sampleRate > 0, channelCount > 0, frameLength > 0 else {
            throw .invalid("an Apple Lossless configuration without a rate, channels or a frame length")
        }
    }

    private func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    /// Samples per channel in a packet.
    package var frameLength: Int { number(4) }
    package var bitsPerSample: Int { Int(bytes[9]) }
    package var channelCount: Int { Int(bytes[13]) }
    package var sampleRate: Int { number(24) }
    /// The codec configuration that carries it.
    package var configuration: CodecConfiguration { .boxed("alac", "alac", bytes) }
}

extension CodecConfiguration {
    /// Bits of a sample as the codec's own configuration says them; nil where it does not.
    package var bitsPerSample: Int? {
        if let box = box("alac") { return try? ALACSpecificConfiguration(bytes: box).bitsPerSample }
        if let box = box("dfLa") { return try? FLACSpecificConfiguration(bytes: box).bitsPerSample }
        return pcm?.bitsPerSample
    }

    /// CHANNELS of a multivariant playlist where it is more than a number, such as `16/JOC`; nil where it is not.
    package var spatialChannels: String? {
        guard let box = box("dec3"), let complexity = try? EC3SpecificConfiguration(bytes: box).objectComplexity else {
            return nil
        }
        return "\(complexity)/JOC"
    }
}
