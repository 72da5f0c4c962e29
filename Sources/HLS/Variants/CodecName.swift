package import Media

/// The RFC 6381 name of a codec, such as `avc1.64001f`, and its media type.
package struct CodecName: Sendable, Hashable, CustomStringConvertible {
    /// The media type.
    package enum Kind: Sendable, Hashable {
        case video
        case audio
        case text
        /// Unknown.
        case other
    }

    package let description: String
    /// The part before the first period: the sample entry.
    package let sampleEntry: String

    /// Creates a name; surrounding spaces are ignored.
    package init(_ name: String) {
        description = String(name.drop { $0 == " " }.prefix { $0 != " " })
        sampleEntry = String(description.prefix { $0 != "." })
    }

    /// The period-separated parts after the sample entry.
    package var parameters: [Substring] {
        description.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map { $0 }
    }

    package var kind: Kind {
        if Self.video.contains(sampleEntry) { return .video }
        if Self.audio.contains(sampleEntry) || sampleEntry.hasPrefix("dts") { return .audio }
        return Self.text.contains(sampleEntry) ? .text : .other
    }

    /// Whether the sample entry is a Dolby Vision one.
    package var isDolbyVision: Bool { ["dvh1", "dvhe", "dva1", "dvav", "dav1"].contains(sampleEntry) }

    /// Whether the audio coding is lossless.
    package var isLosslessAudio: Bool {
        ["alac", "fLaC", "flac", "lpcm", "ipcm", "fpcm", "mlpa"].contains(sampleEntry)
    }

    /// The sample entry as four characters, padded with spaces; nil if it is longer.
    package var code: FourCC? {
        let bytes = Array(sampleEntry.utf8)
        guard (1...4).contains(bytes.count) else { return nil }
        let padded = bytes + [UInt8](repeating: 0x20, count: 4 - bytes.count)
        return FourCC(rawValue: padded.reduce(0) { $0 << 8 | UInt32($1) })
    }

    private static let video: Set<String> = [
        "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "dav1", "av01", "vp08", "vp09",
        "vp8", "vp9", "vvc1", "vvi1", "lvc1", "mp4v", "mjpg", "jpeg", "apch", "apcn", "apcs", "apco", "ap4h", "ap4x",
    ]
    private static let audio: Set<String> = [
        "mp4a", "ac-3", "ec-3", "ac-4", "alac", "fLaC", "flac", "Opus", "opus", "mha1", "mhm1", "apac", "lpcm",
        "ipcm", "fpcm", "mlpa", "iamf", "samr", "sawb", "vorbis",
    ]
    private static let text: Set<String> = ["stpp", "wvtt", "tx3g", "c608", "c708", "imsc"]
}
