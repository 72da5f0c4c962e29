import Media

/// Reads the frames of one coding and stores their common properties.
struct AudioFrameReader {
    /// The number of bytes that a header may need.
    static let headerSize = 9

    enum Result {
        case frame(AudioFrame)
        /// More bytes are needed.
        case incomplete
        /// There is no frame at this position.
        case none
    }

    let coding: StreamCoding
    private var lastADTS: (head: UInt32, rate: Int)?
    private var multiplex = AudioMultiplex()

    init(_ coding: StreamCoding) { self.coding = coding }

    /// The configuration of the last LATM frame.
    var configuration: AudioSpecificConfig? { multiplex.configuration }

    /// Reads the frame at the start of `bytes`. With `isEnd` no more bytes follow.
    mutating func read(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) -> Result {
        if coding == .opus { return OpusAccessUnit.read(bytes, isEnd: isEnd) }
        guard bytes.count >= Self.headerSize else { return isEnd ? .none : .incomplete }
        let frame: AudioFrame?
        switch coding {
        case .adts: frame = adts(bytes)
        case .latm: return latm(bytes, isEnd: isEnd)
        default: frame = framed(bytes)
        }
        guard let frame else { return .none }
        return frame.size <= bytes.count ? .frame(frame) : isEnd ? .none : .incomplete
    }

    private mutating func adts(_ bytes: UnsafeRawBufferPointer) -> AudioFrame? {
        guard bytes[0] == 0xff, bytes[1] & 0xf6 == 0xf0 else { return nil }
        // Object type, rate and channels, which are constant in most streams.
        let head = UInt32(bytes[1]) << 16 | UInt32(bytes[2] & 0xfd) << 8 | UInt32(bytes[3] & 0xc0)
        if lastADTS?.head != head {
            guard let header = ADTSHeader(Array(bytes.prefix(Self.headerSize))) else { return nil }
            lastADTS = (head, header.sampleRate)
        }
        let size = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
        let header = bytes[1] & 1 == 1 ? 7 : 9
        guard size > header, let rate = lastADTS?.rate else { return nil }
        return AudioFrame(
            size: size, content: header..<size, sampleCount: 1024 * (Int(bytes[6] & 3) + 1), sampleRate: rate,
            signature: UInt64(head & 0xfffff))
    }

    private mutating func latm(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) -> Result {
        guard bytes[0] == 0x56, bytes[1] & 0xe0 == 0xe0 else { return .none }
        let size = 3 + (Int(bytes[1] & 0x1f) << 8 | Int(bytes[2]))
        guard size <= bytes.count else { return isEnd ? .none : .incomplete }
        let element = multiplex.read(Array(bytes[3..<size]))
        guard case .payload(let payload)? = element, let fields = multiplex.fields else {
            // Configurations are repeated from time to time; frames before the first one cannot be decoded.
            return element == nil
                ? .none
                : .frame(AudioFrame(size: size, content: 0..<0, sampleCount: 0, sampleRate: 0, signature: 0))
        }
        return .frame(
            AudioFrame(
                size: size, content: 3..<size, sampleCount: fields.outputFrameLength,
                sampleRate: fields.outputSamplingRate, signature: multiplex.signature, realigned: payload))
    }

    private func framed(_ bytes: UnsafeRawBufferPointer) -> AudioFrame? {
        guard let frame = AudioFrameHeader(coding, bytes.prefix(128)) else { return nil }
        let channels: UInt64
        switch coding {
        // Channel mode and low-frequency effects; for MPEG audio the version.
        case .ac3, .ec3: channels = UInt64(bytes[5]) << 8 | UInt64(bytes[6])
        default: channels = UInt64(bytes[1]) << 8 | (bytes[3] >> 6 == 3 ? 1 : 2)
        }
        return AudioFrame(
            size: frame.byteCount, content: 0..<frame.byteCount, sampleCount: frame.sampleCount,
            sampleRate: frame.sampleRate, signature: channels << 32 | UInt64(frame.sampleRate))
    }
}
