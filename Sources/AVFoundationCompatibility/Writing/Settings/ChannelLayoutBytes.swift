import AssetWriting
import Foundation

/// The bytes of an `AudioChannelLayout`, the value of `AVChannelLayoutKey`: a tag, a bitmap, the number of channel
/// descriptions, and descriptions of 20 bytes.
struct ChannelLayoutBytes {
    private static let descriptionSize = 20
    /// The maximum number of channels that audio settings accept.
    private static let channelLimit = 64

    private let bytes: [UInt8]

    init(_ data: Data) { bytes = [UInt8](data) }

    /// Returns the loudspeaker positions. Throws for bytes that are too short and for unknown layouts.
    func layout() throws(AssetWriterError) -> ChannelLayout {
        guard let tag = number(at: 0), let count = number(at: 8) else {
            throw failure("has \(bytes.count) bytes; it must be an AudioChannelLayout of at least 12 bytes")
        }
        if tag == kAudioChannelLayoutTag_UseChannelDescriptions { return try describedLayout(Int(count)) }
        guard let positions = Self.positions[tag] else {
            throw failure("has the tag \(tag), which is not supported; supported are Mono, Stereo and MPEG_3_0 to 5_1")
        }
        return ChannelLayout(positions: positions)
    }

    private func describedLayout(_ count: Int) throws(AssetWriterError) -> ChannelLayout {
        guard (1...Self.channelLimit).contains(count), bytes.count >= 12 + count * Self.descriptionSize else {
            throw failure("has \(bytes.count) bytes, too few or too many for \(count) channel descriptions")
        }
        var positions: [String] = []
        for index in 0..<count {
            let label = number(at: 12 + index * Self.descriptionSize) ?? 0
            guard let position = Self.labels[label] else {
                throw failure("has the channel label \(label), which is not supported")
            }
            positions.append(position)
        }
        return ChannelLayout(positions: positions)
    }

    /// Returns the 32-bit number at an offset, in the byte order of the machine.
    private func number(at offset: Int) -> UInt32? {
        guard bytes.count >= offset + 4 else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    private func failure(_ text: String) -> AssetWriterError {
        AssetWriterError(.outputSettings, "AVChannelLayoutKey \(text)")
    }

    private static let positions: [AudioChannelLayoutTag: [String]] = [
        kAudioChannelLayoutTag_Mono: ["C"], kAudioChannelLayoutTag_Stereo: ["L", "R"],
        113 << 16 | 3: ["L", "R", "C"], kAudioChannelLayoutTag_MPEG_3_0_B: ["C", "L", "R"],
        kAudioChannelLayoutTag_MPEG_5_0_A: ["L", "R", "C", "Ls", "Rs"],
        kAudioChannelLayoutTag_MPEG_5_0_D: ["C", "L", "R", "Ls", "Rs"],
        kAudioChannelLayoutTag_MPEG_5_1_A: ["L", "R", "C", "LFE", "Ls", "Rs"],
        kAudioChannelLayoutTag_MPEG_5_1_D: ["C", "L", "R", "Ls", "Rs", "LFE"],
    ]
    /// The loudspeaker positions of `AudioChannelLabel`s.
    private static let labels: [UInt32: String] = [1: "L", 2: "R", 3: "C", 4: "LFE", 5: "Ls", 6: "Rs", 42: "C"]
}
