import CGStreamer
import CGStreamerLibraries
import Media
import SystemFiles

/// The fields of a Matroska file's tracks that GStreamer's demuxer (1.22 and 1.26) does not report: codec delays of
/// audio, and codecs that it does not support.
///
/// The presentation time of a block's first sample is the block's time minus the delay (RFC 9559 5.1.4.1.22,
/// CodecDelay); ffmpeg writes delays since version 6. The demuxer subtracts the delay of Opus, down to time zero.
struct MatroskaTracks: Sendable {
    /// The codec of a track.
    struct Codec: Sendable, Hashable {
        /// The CodecID, such as `A_ALAC`.
        var id: String
        /// The CodecPrivate, if the demuxer does not support the codec.
        var configuration: [UInt8] = []
    }

    /// Codec delays in nanoseconds, by track number.
    private(set) var delays: [UInt64: Int64] = [:]
    /// Codecs by track number.
    private(set) var codecs: [UInt64: Codec] = [:]

    /// Reads the tracks of a file; empty for files of other formats.
    init(path: String) {
        guard let content = try? MappedFile(path: path).content else { return }
        content.withUnsafeBytes { EBMLElements.matroskaTracks(in: $0).forEach { add($0) } }
    }

    /// Returns the codec delay of a stream by the demuxer's identifier, `…/002:` and an identifier of the track.
    func delay(ofStream identity: String?) -> Int64 { number(identity).flatMap { delays[$0] } ?? 0 }

    /// Returns the codec of a stream by the demuxer's identifier.
    func codec(ofStream identity: String?) -> Codec? { number(identity).flatMap { codecs[$0] } }

    /// Returns the caps of a stream whose codec the demuxer does not support; nil for other streams. The caller owns
    /// them.
    func replacementCaps(
        ofStream identity: String?, _ caps: UnsafeMutablePointer<GstCaps>
    ) -> UnsafeMutablePointer<GstCaps>? {
        guard CapsFields(caps: caps).name == "audio/x-unknown", let codec = codec(ofStream: identity),
            codec.id == Self.appleLossless, !codec.configuration.isEmpty
        else { return nil }
        return gst_caps_from_string(Self.caps("audio/x-alac", codec.configuration) + ",\(Self.origin)=(string)yes")
    }

    /// The caps field that marks caps derived from the fields of a file.
    static let origin = "from-matroska"

    /// Returns caps with a codec configuration, as text.
    static func caps(_ name: String, _ configuration: [UInt8]) -> String {
        "\(name),codec_data=(buffer)\(configuration.hexadecimal())"
    }

    private func number(_ identity: String?) -> UInt64? {
        identity?.split(separator: "/").last?.split(separator: ":").first.flatMap { UInt64($0) }
    }

    private mutating func add(_ track: EBMLElements.Element) {
        var (number, type, delay): (UInt64?, UInt64?, UInt64) = (nil, nil, 0)
        var (name, configuration): (String, UnsafeRawBufferPointer?) = ("", nil)
        for field in EBMLElements(track.content) {
            switch field.id {
            case Self.trackNumber: number = field.integer
            case Self.trackType: type = field.integer
            case Self.codecDelay: delay = field.integer ?? 0
            case Self.codecID: name = Self.text(field.content)
            case Self.codecPrivate: configuration = field.content
            default: break
            }
        }
        guard let number, codecs.count < Self.maximumTracks else { return }
        codecs[number] = Codec(id: name)
        if name == Self.appleLossless, let configuration, configuration.count <= Self.maximumConfigurationSize {
            codecs[number]?.configuration = Array(configuration)
        }
        // A longer time than a second is not a codec delay.
        guard type == 2, !name.hasPrefix("A_OPUS"), (1...1_000_000_000).contains(delay) else { return }
        delays[number] = Int64(delay)
    }

    private static let trackNumber: UInt64 = 0xd7
    private static let trackType: UInt64 = 0x83
    private static let codecDelay: UInt64 = 0x56aa
    private static let codecID: UInt64 = 0x86
    private static let codecPrivate: UInt64 = 0x63a2
    private static let appleLossless = "A_ALAC"
    private static let maximumTracks = 1024
    /// The maximum size of an Apple Lossless configuration, including its channel layout.
    private static let maximumConfigurationSize = 128

    /// Decodes a string for messages.
    private static func text(_ content: UnsafeRawBufferPointer) -> String {
        let letters = content.prefix(64).prefix { $0 != 0 }
        return String(decoding: letters.map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self)
    }
}
