/// The ALACSpecificConfig of Apple Lossless, 24 bytes.
package struct ALACSpecificConfiguration: Sendable, Hashable {
    /// The content of an `alac` box: version and flags, then the configuration.
    package let bytes: [UInt8]

    /// Reads the content of a box, the complete box, or only the configuration.
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
    /// The codec configuration for sample entries.
    package var configuration: CodecConfiguration { .boxed("alac", "alac", bytes) }
}

extension CodecConfiguration {
    /// The bits per sample in the codec's configuration; nil if it has none.
    package var bitsPerSample: Int? {
        if let box = box("alac") { return try? ALACSpecificConfiguration(bytes: box).bitsPerSample }
        if let box = box("dfLa") { return try? FLACSpecificConfiguration(bytes: box).bitsPerSample }
        return pcm?.bitsPerSample
    }

    /// The CHANNELS value of a multivariant playlist if it is more than a number, such as `16/JOC`; nil otherwise.
    package var spatialChannels: String? {
        guard let box = box("dec3"), let complexity = try? EC3SpecificConfiguration(bytes: box).objectComplexity else {
            return nil
        }
        return "\(complexity)/JOC"
    }
}
