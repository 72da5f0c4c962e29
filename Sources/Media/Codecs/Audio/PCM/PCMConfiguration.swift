/// The PCMConfig box of uncompressed audio, ISO/IEC 23003-5 5.1.
package struct PCMConfiguration: Sendable, Hashable {
    /// Whether samples are floating-point numbers (`fpcm`) instead of signed integers (`ipcm`).
    package var isFloat: Bool
    package var isLittleEndian: Bool
    /// Bits per sample: 16, 24 or 32 for integers, 32 or 64 for floating point.
    package var bitsPerSample: Int

    /// A coding with these properties.
    package init(isFloat: Bool, isLittleEndian: Bool, bitsPerSample: Int) {
        self.isFloat = isFloat
        self.isLittleEndian = isLittleEndian
        self.bitsPerSample = bitsPerSample
    }

    /// Reads the content of a `pcmC` box, including version and flags.
    package init(bytes: [UInt8], sampleEntry: FourCC) throws(BitstreamError) {
        guard bytes.count >= 6 else { throw .endsTooEarly }
        self.init(
            isFloat: sampleEntry == "fpcm", isLittleEndian: bytes[4] & 1 == 1, bitsPerSample: Int(bytes[5]))
        let sizes = Self.sizes(isFloat: isFloat)
        guard sizes.contains(bitsPerSample) else {
            throw .invalid("PCM samples of \(bitsPerSample) bits; \(sizes) are possible")
        }
    }

    /// The content of a `pcmC` box.
    package var bytes: [UInt8] { [0, 0, 0, 0, isLittleEndian ? 1 : 0, UInt8(clamping: bitsPerSample)] }
    /// The bytes per sample of one channel.
    package var bytesPerSample: Int { bitsPerSample / 8 }
    /// The codec configuration for sample entries.
    package var configuration: CodecConfiguration { .boxed(isFloat ? "fpcm" : "ipcm", "pcmC", bytes) }
}

extension CodecConfiguration {
    /// The coding of uncompressed audio; nil for other codecs.
    package var pcm: PCMConfiguration? {
        guard sampleEntryCode == "ipcm" || sampleEntryCode == "fpcm", let box = box("pcmC") else { return nil }
        return try? PCMConfiguration(bytes: box, sampleEntry: sampleEntryCode)
    }
}
