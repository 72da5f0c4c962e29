import Foundation
import Testing

/// Third-party players play every kind of presentation to its end, and third-party parsers read it.
@Suite struct PlayerTests {
    @Test(arguments: Kind.allCases, Player.allCases)
    func everyKindPlaysToItsEnd(kind: Kind, player: Player) async throws {
        try await Scratch.use { scratch in
            let presentation = try await kind.presentation()
            let played = try await player.play(presentation.multivariantURL, in: scratch)
            let seconds = presentation.renditions.map { $0.playlist.segments.map(\.duration).reduce(0, +) }.max() ?? 0
            #expect(seconds > 2)
            if kind.hasVideo {
                #expect(
                    abs(try #require(played.videoSeconds) - seconds) < player.tolerance,
                    "\(played), expected \(seconds) s")
            }
            if kind.hasAudio {
                #expect(
                    abs(try #require(played.audioSeconds) - seconds) < player.tolerance,
                    "\(played), expected \(seconds) s")
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func ffmpegShowsEveryFrame(kind: Kind) async throws {
        guard kind.hasVideo else { return }
        try await Scratch.use { scratch in
            let presentation = try await kind.presentation()
            let video = try await presentation.rendition("video", in: scratch)
            let count = try await video.packets(isRaw: true, in: scratch).packets("video").count
            #expect(try await Player.ffmpeg.play(presentation.multivariantURL, in: scratch).frames == count)
        }
    }

    @Test(
        .enabled("the Python package m3u8 can be had") { await PythonPlaylist.isAvailable },
        arguments: Kind.allCases)
    func thePythonPackageReadsEveryPlaylist(kind: Kind) async throws {
        try await Scratch.use { scratch in
            let presentation = try await kind.presentation()
            for rendition in presentation.renditions {
                let read = try await PythonPlaylist(rendition.url, in: scratch)
                #expect(read.is_endlist && !read.is_variant && !read.is_i_frames_only)
                #expect(read.target_duration == rendition.playlist.targetDuration)
                #expect(read.segments.count == rendition.playlist.segments.count)
                for (one, other) in zip(read.segments, rendition.playlist.segments) {
                    #expect(one.uri == other.uri && one.duration == other.duration && one.map == other.map?.uri)
                }
            }
            for playlist in presentation.iFramePlaylists {
                let read = try await PythonPlaylist(playlist, in: scratch)
                #expect(read.is_i_frames_only && !read.segments.isEmpty)
            }
        }
    }

    @Test(
        .enabled("the Python package m3u8 can be had") { await PythonPlaylist.isAvailable },
        arguments: Kind.allCases)
    func theMultivariantPlaylistTellsTheTruth(kind: Kind) async throws {
        try await Scratch.use { scratch in
            let presentation = try await kind.presentation()
            let read = try await PythonPlaylist(presentation.multivariantURL, in: scratch)
            #expect(read.is_variant && read.variants.count == 1 && read.is_independent_segments)
            #expect(read.i_frame_variants.isEmpty != kind.hasVideo)
            let variant = try #require(read.variants.first)
            let named = Set((variant.codecs ?? "").split(separator: ",").map(String.init))
            #expect(named == (try await codecs(of: presentation, in: scratch)))
            if kind.hasVideo { try await expectPicture(variant, presentation, in: scratch) }

            let target = Double(presentation.renditions.map(\.playlist.targetDuration).max() ?? 0)
            let peak = try presentation.renditions.map { try BitRate($0, target: target).peak }.reduce(0, +)
            if kind.isComplete { #expect(Double(variant.bandwidth) >= peak.rounded(.down)) }
            #expect(Double(variant.bandwidth) <= peak * 1.25 || !kind.isComplete)
            #expect(try #require(variant.average_bandwidth) <= variant.bandwidth)
        }
    }

    private func expectPicture(
        _ variant: PythonPlaylist.Variant, _ presentation: Presentation, in scratch: Scratch
    ) async throws {
        let video = try await presentation.rendition("video", in: scratch)
        let packets = try await video.packets(isRaw: true, in: scratch)
        let track = try packets.track("video")
        #expect(variant.resolution == [try #require(track.width), try #require(track.height)])
        let times = try packets.times("video")
        let rate = try Double(times.count) / video.mediaSeconds()
        #expect(abs(try #require(variant.frame_rate) - rate) < 0.0011)
    }

    /// Returns the RFC 6381 codec names for the initialization segments.
    private func codecs(of presentation: Presentation, in scratch: Scratch) async throws -> Set<String> {
        var names: Set<String> = []
        for rendition in presentation.renditions {
            for track in try await rendition.packets(0..<1, in: scratch).tracks {
                switch (track.codec_name, track.profile) {
                case ("h264", _): names.insert(try #require(AccessUnit.codecName(try rendition.initialization())))
                case ("aac", "LC"): names.insert("mp4a.40.2")
                default: throw Unable("an unexpected codec: \(track)")
                }
            }
        }
        return names
    }
}
