import Media
import StageKit

extension RawAudioFormat {
    /// The same format with interleaved samples.
    var interleaved: RawAudioFormat {
        var format = self
        format.isPlanar = false
        return format
    }

    /// Returns the bytes of a frame with interleaved samples. Samples that are interleaved already are not copied.
    ///
    /// Interleaving is necessary because half of GStreamer's encoders do not accept its planar layout.
    func interleaved(_ bytes: ByteSlice) throws(StageError) -> ByteSlice {
        guard isPlanar, channelCount > 1 else { return bytes }
        guard let width = sampleWidth else {
            throw StageError(.unsupportedMedia, "planar audio of format \(sampleFormat) is not supported")
        }
        guard bytes.count.isMultiple(of: width * channelCount) else {
            throw StageError(
                .unsupportedMedia,
                "an audio frame has \(bytes.count) bytes, not a multiple of \(channelCount) channels of \(sampleFormat)"
            )
        }
        let count = bytes.count / width / channelCount
        let result = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, filled in
            bytes.withUnsafeBytes { source in
                for channel in 0..<channelCount {
                    for index in 0..<count {
                        let (from, to) = ((channel * count + index) * width, (index * channelCount + channel) * width)
                        for byte in 0..<width { target[to + byte] = source[from + byte] }
                    }
                }
            }
            filled = bytes.count
        }
        return ByteSlice(copying: result)
    }

    /// The size in bytes of a sample in a format such as `S16LE` or `S24_32LE`; nil for unknown formats.
    var sampleWidth: Int? {
        let numbers = sampleFormat.split { !$0.isNumber }.compactMap { Int($0) }
        guard let bits = numbers.last, bits.isMultiple(of: 8), (8...64).contains(bits) else { return nil }
        return bits / 8
    }
}
