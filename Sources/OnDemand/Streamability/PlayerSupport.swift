import Media

/// The support for a track by a player.
package struct PlayerSupport: Sendable, Hashable, Encodable {
    package enum Support: String, Sendable, Hashable, Encodable, CaseIterable {
        case plays
        /// Some devices or versions play it.
        case some
        case no
    }

    /// The players that reports name.
    package enum Player: String, Sendable, Hashable, Encodable, CaseIterable {
        case safari = "Safari and AVPlayer"
        case chromium = "Chromium"
        case hlsJS = "hls.js"
        case firefox = "Firefox with hls.js"
    }

    package let player: Player
    package let support: Support
    /// The condition or the reason; nil if the player plays the track.
    package let reason: String?

    /// The support for a codec, by its codec string, in the order of ``Player``.
    static func players(of codec: String, _ type: MediaType) -> [PlayerSupport] {
        let row = row(codec, type)
        return zip(Player.allCases, [row.safari, row.chromium, row.chromium, row.firefox]).map { player, support in
            PlayerSupport(player: player, support: support, reason: support == .plays ? nil : row.reason)
        }
    }

    private typealias Row = (safari: Support, chromium: Support, firefox: Support, reason: String?)

    private static func row(_ codec: String, _ type: MediaType) -> Row {
        switch codec.split(separator: ".").first ?? "" {
        case "avc1", "avc3": advancedVideo(codec)
        case "hvc1", "hev1":
            (.plays, .some, .some, "HEVC requires a decoder in hardware or in the system outside of Safari")
        case "dvh1", "dvhe": (.some, .no, .no, "Dolby Vision without a compatible base layer plays on Apple devices")
        case "av01": (.some, .plays, .plays, "AV1 requires a decoder in hardware in Safari")
        case "vp09": (.no, .plays, .plays, "AVPlayer does not play VP9")
        case "vp08": (.no, .some, .some, "VP8 in MP4 is rarely supported")
        case "mp4a": mpegAudio(codec)
        case "ac-3", "ec-3": (.plays, .no, .no, "the browser has no decoder for Dolby Digital")
        case "alac": (.plays, .no, .no, "the browser has no decoder for Apple Lossless")
        case "fLaC", "flac": (.plays, .plays, .plays, nil)
        case "Opus", "opus": (.some, .plays, .plays, "Opus in HLS requires Safari 17 or later")
        default:
            type == .text
                ? (.plays, .plays, .plays, nil) : (.no, .no, .no, "the codec is not one that browsers play")
        }
    }

    /// H.264: the profile is the first byte after the point (ISO/IEC 14496-10 A.2).
    private static func advancedVideo(_ codec: String) -> Row {
        let profile = codec.split(separator: ".").dropFirst().first.flatMap { UInt8($0.prefix(2), radix: 16) }
        switch profile {
        case 66, 77, 88, 100, nil: return (.plays, .plays, .plays, nil)
        default: return (.no, .some, .no, "the H.264 profile has more than 8 bits or other than 4:2:0 chroma")
        }
    }

    private static func mpegAudio(_ codec: String) -> Row {
        switch codec.lowercased() {
        case "mp4a.40.2", "mp4a.40.5", "mp4a.40.29", "mp4a.67": (.plays, .plays, .plays, nil)
        case "mp4a.40.42": (.plays, .no, .no, "the browser has no decoder for xHE-AAC")
        case "mp4a.6b", "mp4a.69", "mp4a.40.34":
            (.plays, .plays, .some, "MP3 in MP4 is not supported by all versions")
        case "mp4a.a5", "mp4a.a6": (.plays, .no, .no, "the browser has no decoder for Dolby Digital")
        default: (.some, .some, .some, "this kind of AAC is not supported by all browsers")
        }
    }
}
