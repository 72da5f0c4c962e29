import AssetWriting
import Media

/// The coding, sample rate and sizes of audio.
public struct AudioStreamBasicDescription: Sendable, Hashable {
    /// Sample frames per second.
    public var mSampleRate: Float64
    /// The coding.
    public var mFormatID: AudioFormatID
    /// Details of the coding.
    public var mFormatFlags: AudioFormatFlags
    /// The size of a packet in bytes; 0 if it varies.
    public var mBytesPerPacket: UInt32
    /// The number of sample frames in a packet; 0 if it varies.
    public var mFramesPerPacket: UInt32
    /// The size of a sample frame in bytes; 0 for compressed audio.
    public var mBytesPerFrame: UInt32
    public var mChannelsPerFrame: UInt32
    /// The size of a sample in bits; 0 for compressed audio.
    public var mBitsPerChannel: UInt32
    public var mReserved: UInt32

    /// A description of zeros.
    public init() {
        self.init(
            mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
            mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
    }

    /// A description with these fields.
    public init(
        mSampleRate: Float64, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
        mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
        mReserved: UInt32
    ) {
        self.mSampleRate = mSampleRate
        self.mFormatID = mFormatID
        self.mFormatFlags = mFormatFlags
        self.mBytesPerPacket = mBytesPerPacket
        self.mFramesPerPacket = mFramesPerPacket
        self.mBytesPerFrame = mBytesPerFrame
        self.mChannelsPerFrame = mChannelsPerFrame
        self.mBitsPerChannel = mBitsPerChannel
        self.mReserved = mReserved
    }
}

extension AudioStreamBasicDescription {
    /// The description of a format of this package; nil unless it is audio.
    init?(_ format: MediaFormat) {
        self.init()
        mFramesPerPacket = 1
        switch format {
        case .codedAudio(let audio):
            mSampleRate = Float64(audio.sampleRate)
            mFormatID = audio.audioFormatID
            mChannelsPerFrame = UInt32(clamping: audio.channelCount)
            mFramesPerPacket = UInt32(clamping: audio.framesPerPacket)
            if let pcm = audio.configuration.pcm { setSamples(pcm) }
        case .rawAudio(let audio):
            guard let samples = PCMConfiguration(sampleFormat: audio.sampleFormat) else { return nil }
            mSampleRate = Float64(audio.sampleRate)
            mFormatID = kAudioFormatLinearPCM
            mChannelsPerFrame = UInt32(clamping: audio.channelCount)
            setSamples(samples)
            if audio.isPlanar {
                mFormatFlags |= kAudioFormatFlagIsNonInterleaved
                mBytesPerFrame = UInt32(samples.bytesPerSample)
                mBytesPerPacket = mBytesPerFrame
            }
        default: return nil
        }
    }

    private mutating func setSamples(_ pcm: PCMConfiguration) {
        mFormatFlags = kAudioFormatFlagIsPacked
        mFormatFlags |= pcm.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        if !pcm.isLittleEndian { mFormatFlags |= kAudioFormatFlagIsBigEndian }
        mBitsPerChannel = UInt32(clamping: pcm.bitsPerSample)
        mBytesPerFrame = UInt32(clamping: pcm.bytesPerSample) &* mChannelsPerFrame
        mBytesPerPacket = mBytesPerFrame
        mFramesPerPacket = 1
    }

    /// The uncompressed format of this package that has these properties; nil if there is none.
    var rawFormat: RawAudioFormat? {
        guard mFormatID == kAudioFormatLinearPCM, mSampleRate >= 1, mSampleRate <= 768_000, mChannelsPerFrame > 0,
            mChannelsPerFrame <= 64
        else { return nil }
        let isFloat = mFormatFlags & kAudioFormatFlagIsFloat != 0
        let order = mFormatFlags & kAudioFormatFlagIsBigEndian != 0 ? "BE" : "LE"
        guard isFloat ? [32, 64].contains(mBitsPerChannel) : [16, 24, 32].contains(mBitsPerChannel) else { return nil }
        var format = RawAudioFormat(
            sampleFormat: "\(isFloat ? "F" : "S")\(mBitsPerChannel)\(order)", sampleRate: Int(mSampleRate),
            channelCount: Int(mChannelsPerFrame))
        format.isPlanar = mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
        return format
    }
}

extension PCMConfiguration {
    /// The coding with a GStreamer name such as `S16LE`; nil for other names.
    fileprivate init?(sampleFormat name: String) {
        let codings: [String: (Bool, Int)] = [
            "S16": (false, 16), "S24": (false, 24), "S32": (false, 32), "F32": (true, 32), "F64": (true, 64),
        ]
        guard let (isFloat, bits) = codings[String(name.dropLast(2))], name.hasSuffix("LE") || name.hasSuffix("BE")
        else { return nil }
        self.init(isFloat: isFloat, isLittleEndian: name.hasSuffix("LE"), bitsPerSample: bits)
    }
}

extension CodedAudioFormat {
    /// The coding in Core Audio; the code of the sample entry if it has no other.
    var audioFormatID: AudioFormatID {
        if case .aac(let configuration) = configuration {
            guard let fields = try? configuration.parse() else { return kAudioFormatMPEG4AAC }
            return switch fields.signalledObjectType {
            case 5: kAudioFormatMPEG4AAC_HE
            case 29: kAudioFormatMPEG4AAC_HE_V2
            case 23: kAudioFormatMPEG4AAC_LD
            case 39: kAudioFormatMPEG4AAC_ELD
            case 42: kAudioFormatMPEGD_USAC
            default: kAudioFormatMPEG4AAC
            }
        }
        let code = configuration.sampleEntryCode
        return switch code {
        case "Opus": kAudioFormatOpus
        case "fLaC": kAudioFormatFLAC
        case "ipcm", "fpcm", "sowt", "twos", "in24", "in32", "fl32", "fl64", "lpcm": kAudioFormatLinearPCM
        case "mp4a":
            switch configuration.objectType {
            case 0x69, 0x6b: kAudioFormatMPEGLayer3
            default: kAudioFormatMPEG4AAC
            }
        default: code.rawValue
        }
    }
}
