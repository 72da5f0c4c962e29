import Media

/// The size and the duration of an audio frame, from its header.
package struct AudioFrameHeader: Sendable, Hashable {
    /// The number of bytes required to read a header.
    static let headerSize = 9

    /// The size of the frame, including the header.
    package var byteCount: Int
    /// Samples per channel; 0 for frames that are decoded together with the preceding one.
    package var sampleCount: Int
    /// Samples per second.
    package var sampleRate: Int

    /// Reads the header of a frame; nil if there is no frame of that coding.
    package init?(_ coding: StreamCoding, _ header: some Collection<UInt8>) {
        let bytes = Array(header.prefix(128))
        guard bytes.count >= Self.headerSize else { return nil }
        switch coding {
        case .adts:
            guard let adts = ADTSHeader(bytes) else { return nil }
            self.init(byteCount: adts.frameLength, sampleCount: 1024 * adts.blockCount, sampleRate: adts.sampleRate)
        case .ac3:
            // Streams declared as AC-3 may be E-AC-3, which has the same sync word.
            guard let frame = Self.ac3(bytes) ?? Self.ec3(bytes) else { return nil }
            self = frame
        case .ec3:
            guard let frame = Self.ec3(bytes) ?? Self.ac3(bytes) else { return nil }
            self = frame
        case .mpegAudio:
            guard let header = try? MPEGAudioHeader(bytes), let size = header.byteCount(bytes) else { return nil }
            self.init(byteCount: size, sampleCount: header.frameLength, sampleRate: header.sampleRate)
        case .avc, .hevc, .av1, .latm, .opus, .otherVideo, .otherAudio, .data: return nil
        }
    }

    init(byteCount: Int, sampleCount: Int, sampleRate: Int) {
        (self.byteCount, self.sampleCount, self.sampleRate) = (byteCount, sampleCount, sampleRate)
    }

    private static func ac3(_ bytes: [UInt8]) -> AudioFrameHeader? {
        guard let frame = try? AC3SyncFrame(bytes) else { return nil }
        return AudioFrameHeader(byteCount: frame.byteCount, sampleCount: 1536, sampleRate: frame.sampleRate)
    }

    private static func ec3(_ bytes: [UInt8]) -> AudioFrameHeader? {
        guard let frame = try? EC3SyncFrame(bytes), frame.byteCount >= headerSize else { return nil }
        // Dependent and additional independent substreams are decoded together with the first one.
        let isHeardAlone = frame.streamType != 1 && frame.substreamID == 0
        return AudioFrameHeader(
            byteCount: frame.byteCount, sampleCount: isHeardAlone ? frame.blockCount * 256 : 0,
            sampleRate: frame.sampleRate)
    }

    /// Returns the format of the stream whose first frames are `sample`: one frame and those decoded together with it.
    static func format(_ coding: StreamCoding, sample: ByteSlice) -> CodedAudioFormat? {
        let bytes = sample.slice(0..<min(sample.count, 128)).bytes
        switch coding {
        case .adts: return ADTSHeader(bytes)?.format
        case .ac3, .ec3:
            if let frame = try? AC3SyncFrame(bytes) {
                return CodedAudioFormat(
                    configuration: AC3SpecificConfiguration(frame).configuration, sampleRate: frame.sampleRate,
                    channelCount: frame.channelCount, framesPerPacket: 1536)
            }
            guard let frame = try? EC3SyncFrame(bytes), let box = try? EC3SpecificConfiguration(sample: sample) else {
                return nil
            }
            return CodedAudioFormat(
                configuration: box.configuration, sampleRate: frame.sampleRate,
                channelCount: box.channelCount, framesPerPacket: frame.blockCount * 256)
        case .mpegAudio:
            guard let header = try? MPEGAudioHeader(bytes) else { return nil }
            return CodedAudioFormat(
                configuration: header.configuration, sampleRate: header.sampleRate,
                channelCount: header.channelCount, framesPerPacket: header.frameLength)
        case .avc, .hevc, .av1, .latm, .opus, .otherVideo, .otherAudio, .data: return nil
        }
    }
}
