import Media

/// What the header of a frame of sound says: how long the frame is, in bytes and in time.
package struct AudioFrameHeader: Sendable, Hashable {
    /// Bytes that have to be there for a header to be read.
    static let headerSize = 9

    /// The frame's size, header included.
    package var byteCount: Int
    /// Samples per channel; 0 for what is heard together with the frame before.
    package var sampleCount: Int
    /// Samples per second.
    package var sampleRate: Int

    /// Reads the header of a frame; nil where none of that coding begins.
    package init?(_ coding: StreamCoding, _ header: some Collection<UInt8>) {
        let bytes = Array(header.prefix(128))
        guard bytes.count >= Self.headerSize else { return nil }
        switch coding {
        case .adts:
            guard let adts = ADTSHeader(bytes) else { return nil }
            self.init(byteCount: adts.frameLength, sampleCount: 1024 * adts.blockCount, sampleRate: adts.sampleRate)
        case .ac3:
            // Streams that call themselves AC-3 may be E-AC-3, which has the same sync word.
            guard let frame = Self.ac3(bytes) ?? Self.ec3(bytes) else { return nil }
            self = frame
        case .ec3:
            guard let frame = Self.ec3(bytes) ?? Self.ac3(bytes) else { return nil }
            self = frame
        case .mpegAudio:
            guard let header = try? MPEGAudioHeader(bytes), let size = header.byteCount(bytes) else { return nil }
            self.init(byteCount: size, sampleCount: header.frameLength, sampleRate: header.sampleRate)
        case .avc, .hevc, .latm, .opus, .otherVideo, .otherAudio, .data: return nil
        }
    }

    private init(byteCount: Int, sampleCount: Int, sampleRate: Int) {
        (self.byteCount, self.sampleCount, self.sampleRate) = (byteCount, sampleCount, sampleRate)
    }

    private static func ac3(_ bytes: [UInt8]) -> AudioFrameHeader? {
        guard let frame = try? AC3SyncFrame(bytes) else { return nil }
        return AudioFrameHeader(byteCount: frame.byteCount, sampleCount: 1536, sampleRate: frame.sampleRate)
    }

    private static func ec3(_ bytes: [UInt8]) -> AudioFrameHeader? {
        guard let frame = try? EC3SyncFrame(bytes), frame.byteCount >= headerSize else { return nil }
        // Dependent and further independent substreams are heard together with the first one.
        let isHeardAlone = frame.streamType != 1 && frame.substreamID == 0
        return AudioFrameHeader(
            byteCount: frame.byteCount, sampleCount: isHeardAlone ? frame.blockCount * 256 : 0,
            sampleRate: frame.sampleRate)
    }

    /// The format of the stream of which `sample` is the first frame, with those that are heard together with it.
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
        case .avc, .hevc, .latm, .opus, .otherVideo, .otherAudio, .data: return nil
        }
    }
}
