import HLS
import Media

/// A small generator with a seed, so that what fails can be had again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

/// Playlists of every shape that the writer can write.
struct RandomPlaylists {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    private mutating func word() -> String {
        let words = ["a", "segment-00001.m4s", "https://x.example/y?z=1,2", "ünïcode/文.mp4", "%20", "init.mp4"]
        return words.randomElement(using: &random) ?? ""
    }

    mutating func media() -> MediaPlaylist {
        var playlist = MediaPlaylist(targetDuration: 1 + number(20), mediaSequence: number(1 << 40))
        playlist.discontinuitySequence = chance(50) ? number(100) : nil
        playlist.type = [nil, .vod, .event].randomElement(using: &random) ?? nil
        playlist.hasIndependentSegments = chance(50)
        playlist.isIFramesOnly = chance(20)
        playlist.hasEndList = chance(50)
        var map: InitializationSection?
        for _ in 0..<number(12) {
            if chance(30) { map = InitializationSection(uri: word(), byteRange: chance(50) ? range() : nil) }
            playlist.segments.append(segment(map))
        }
        return playlist
    }

    private mutating func range() -> ByteRange { ByteRange(offset: number(1 << 50), length: number(1 << 30)) }

    private mutating func segment(_ map: InitializationSection?) -> MediaSegment {
        let duration = MediaTime(value: Int64(number(20_000_000)), timescale: 1_000_000)
        var segment = MediaSegment(uri: word(), duration: duration, initialization: map)
        segment.title = chance(20) ? "a title, with a comma" : ""
        segment.byteRange = chance(40) ? range() : nil
        segment.isDiscontinuity = chance(20)
        segment.isGap = chance(10)
        if chance(30) {
            segment.programDateTime = DateTime(
                milliseconds: Int64(number(1 << 42)), zoneMinutes: number(1680) - 840)
        }
        return segment
    }

    mutating func multivariant() -> MultivariantPlaylist {
        var playlist = MultivariantPlaylist(hasIndependentSegments: chance(50))
        for _ in 0..<number(4) {
            playlist.renditions.append(
                AlternativeRendition(
                    kind: [.audio, .video, .subtitles, .closedCaptions].randomElement(using: &random) ?? .audio,
                    groupID: word(), name: word(), language: chance(50) ? "de-CH" : nil, isDefault: chance(50),
                    isAutoselect: chance(50), isForced: chance(20), uri: chance(80) ? word() : nil,
                    instreamID: chance(10) ? "CC1" : nil,
                    characteristics: chance(20) ? ["public.one", "public.two"] : [],
                    channels: chance(50) ? "6/JOC" : nil))
        }
        for _ in 0..<1 + number(3) { playlist.variants.append(variant()) }
        for _ in 0..<number(3) { playlist.iFrameVariants.append(variant()) }
        return playlist
    }

    private mutating func variant() -> Variant {
        Variant(
            uri: word(), bandwidth: number(1 << 40), averageBandwidth: chance(50) ? number(1 << 30) : nil,
            codecs: chance(80) ? ["avc1.64001f", "mp4a.40.2"] : [],
            resolution: chance(50) ? PictureSize(width: number(9999), height: number(9999)) : nil,
            frameRate: chance(50) ? FrameRate(thousandths: number(240_000)) : nil,
            videoRange: chance(30) ? .pq : nil, audioGroup: chance(50) ? word() : nil,
            videoGroup: chance(10) ? word() : nil, subtitlesGroup: chance(10) ? word() : nil)
    }
}
