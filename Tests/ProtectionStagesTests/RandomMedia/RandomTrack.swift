import ContentProtection
import ISOMedia
import Media
import ScriptedMedia

/// A track of random samples whose protected bytes are known from their construction.
struct RandomTrack {
    /// A sample with the ranges that its codec's rule protects.
    struct Sample {
        var bytes: [UInt8] = []
        /// The bytes after slice headers and frame headers; the whole sample of audio.
        var ranges: [Range<Int>] = []
    }

    enum Codec: CaseIterable {
        case avc
        case hevc
        case vp9
        case opus
        case aac

        var isVideo: Bool {
            switch self {
            case .avc, .hevc, .vp9: true
            case .opus, .aac: false
            }
        }
    }

    let codec: Codec
    let id: UInt32

    private static let avcSets = [
        "6764000cacd941419f9f011000000300100000030320f1429960", "68e938f2c8b0",
    ].map(digits)
    /// Slice headers without slice data.
    private static let avcHeaders = ["6507a221000fff", "4107a6891b10ff", "419e427884bf"].map(digits)
    private static let hevcSets = [
        "40010c01ffff01600000030090000003000003003c95940900000300010000030019c4",
        "42010101600000030090000003000003003ca00a080b9f796666924caf016808000003000800000300c840", "4401c172b64240",
    ].map(digits)
    private static let hevcHeaders = ["0201564e2a755257c904300184b0", "0001e024f55fa22180c298"].map(digits)

    /// The uncompressed header of a key frame of 320x180 pixels.
    private static let vp9Header = digits("824983422013f00b361407800010")

    private static func digits(_ text: String) -> [UInt8] {
        stride(from: 0, to: text.utf8.count, by: 2).map { UInt8(text.dropFirst($0).prefix(2), radix: 16)! }
    }

    func format() throws -> MediaFormat {
        switch codec {
        case .avc:
            let record = try AVCDecoderConfiguration(
                sequenceParameterSets: [Self.avcSets[0]], pictureParameterSets: [Self.avcSets[1]])
            return .codedVideo(
                CodedVideoFormat(configuration: .avc(record), size: PixelSize(width: 320, height: 180)))
        case .hevc:
            let record = try HEVCDecoderConfiguration(
                videoParameterSets: [Self.hevcSets[0]], sequenceParameterSets: [Self.hevcSets[1]],
                pictureParameterSets: [Self.hevcSets[2]])
            return .codedVideo(
                CodedVideoFormat(configuration: .hevc(record), size: PixelSize(width: 320, height: 180)))
        case .vp9:
            let box: [UInt8] = [1, 0, 0, 0, 0, 10, 0x82, 2, 2, 2, 0, 0]
            return .codedVideo(
                CodedVideoFormat(
                    configuration: .boxed("vp09", "vpcC", box), size: PixelSize(width: 320, height: 180)))
        case .aac:
            return .codedAudio(
                CodedAudioFormat(
                    configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48000, channelCount: 2,
                    framesPerPacket: 1024))
        case .opus:
            let box: [UInt8] = [0, 2, 1, 0x38, 0, 0, 0xbb, 0x80, 0, 0, 0]
            return .codedAudio(
                CodedAudioFormat(
                    configuration: .boxed("Opus", "dOps", box), sampleRate: 48000, channelCount: 2,
                    framesPerPacket: 960))
        }
    }

    /// Returns a sample, which may be empty.
    func sample(using random: inout SeededGenerator) -> Sample {
        var sample = Sample()
        if codec == .vp9 { return Self.superframe(using: &random) }
        if !codec.isVideo {
            sample.bytes = Self.noise(Self.size(using: &random), using: &random)
            if !sample.bytes.isEmpty { sample.ranges = [0..<sample.bytes.count] }
            return sample
        }
        for _ in 0..<Int.random(in: 0...12, using: &random) { appendUnit(to: &sample, using: &random) }
        return sample
    }

    /// Returns a sample that cannot be parsed.
    func damagedSample(using random: inout SeededGenerator) -> Sample {
        var sample = sample(using: &random)
        if codec == .vp9 {
            sample.bytes[0] = 0x20
        } else {
            // A unit that is longer than the sample.
            sample.bytes += [0, 0, 0xff, 0xff, 0x65]
        }
        return sample
    }

    /// Returns one frame, or several with an index.
    private static func superframe(using random: inout SeededGenerator) -> Sample {
        let count = Int.random(in: 1...4, using: &random)
        var (sample, sizes) = (Sample(), [Int]())
        for _ in 0..<count {
            let start = sample.bytes.count
            // The byte at the end is not that of an index.
            sample.bytes += vp9Header + noise(size(using: &random), using: &random) + [0]
            sample.ranges.append(start + vp9Header.count..<sample.bytes.count)
            sizes.append(sample.bytes.count - start)
        }
        guard count > 1 else { return sample }
        let marker = 0xc8 | UInt8(count - 1)
        sample.bytes += [marker] + sizes.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } + [marker]
        return sample
    }

    private func appendUnit(to sample: inout Sample, using random: inout SeededGenerator) {
        let (sets, headers) = codec == .avc ? (Self.avcSets, Self.avcHeaders) : (Self.hevcSets, Self.hevcHeaders)
        var unit: [UInt8]
        var headerSize: Int?
        switch Int.random(in: 0..<10, using: &random) {
        case 0: unit = sets.randomElement(using: &random) ?? []
        // Supplemental information and delimiters of random content; a unit of no bytes.
        case 1: unit = (codec == .avc ? [6] : [0x4e, 1]) + Self.noise(Self.size(using: &random), using: &random)
        case 2: unit = codec == .avc ? [9, 0xf0] : [0x46, 1, 0x50]
        case 3: unit = []
        default:
            unit = headers.randomElement(using: &random) ?? []
            headerSize = unit.count
            unit += Self.noise(Self.size(using: &random), using: &random)
        }
        sample.bytes += (0..<4).map { UInt8(unit.count >> (24 - 8 * $0) & 0xff) }
        if let headerSize, unit.count > headerSize {
            sample.ranges.append(sample.bytes.count + headerSize..<sample.bytes.count + unit.count)
        }
        sample.bytes += unit
    }

    /// A size near a multiple of blocks or of the pattern's length, or any other one.
    private static func size(using random: inout SeededGenerator) -> Int {
        let units = [1, 16, 160]
        let unit = units.randomElement(using: &random) ?? 1
        return max(0, unit * Int.random(in: 0...8, using: &random) + Int.random(in: -2...2, using: &random))
    }

    private static func noise(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}

extension RandomTrack.Sample {
    /// The blocks that a scheme encrypts: by the pattern of 1:9 or all whole blocks, with the surplus of video samples under
    /// `cenc` and of VP9 at the front of their ranges. Without a scheme, the blocks of whole segments.
    func encryptedBlocks(_ scheme: ProtectionScheme?, _ codec: RandomTrack.Codec) -> [ArraySlice<UInt8>] {
        ranges.flatMap { range in
            let isAligned = codec == .vp9 || scheme == .cenc && codec.isVideo
            let start = range.lowerBound + (isAligned ? range.count % 16 : 0)
            let step = scheme == .cbcs && codec.isVideo ? 160 : 16
            return stride(from: start, through: range.upperBound - 16, by: step).map { bytes[$0..<$0 + 16] }
        }
    }
}
