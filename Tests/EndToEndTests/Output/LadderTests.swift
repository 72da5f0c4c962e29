import Foundation
import Testing

/// Several renditions of the same video, between which players switch.
@Suite struct LadderTests {
    private static let movie = Movie(description: "four rungs", seconds: 12, size: "960x540")

    private func presentation() async throws -> Presentation {
        try await piped("vod-ladder", try await Self.movie.file(), ["interval=2s"])
    }

    private func rungs() async throws -> [Rendition] {
        try await presentation().renditions.filter { $0.name.hasPrefix("video") }
    }

    @Test func everyRungHasTheSameSegments() async throws {
        try await Scratch.use { scratch in
            let rungs = try await rungs()
            #expect(rungs.count == 3)
            for rung in rungs {
                #expect(rung.playlist.segments.map(\.extinf) == Array(repeating: "2.000000", count: 6))
                #expect(rung.playlist.targetDuration == rungs[0].playlist.targetDuration)
                for index in rung.playlist.segments.indices { try await expectIDRFirst(rung, index, in: scratch) }
            }
        }
    }

    @Test func segmentsOfAllRungsHoldTheSamePictures() async throws {
        try await Scratch.use { scratch in
            let rungs = try await rungs()
            for index in 0..<6 {
                var times: [[Double]] = []
                for rung in rungs {
                    times.append(try await rung.packets(index..<index + 1, isRaw: true, in: scratch).times("video"))
                }
                #expect(times[0].count == 60)
                #expect(times.allSatisfy { $0 == times[0] }, "segment \(index)")
            }
        }
    }

    @Test func switchingAtEveryBoundaryDecodesWithoutAWarning() async throws {
        try await Scratch.use { scratch in
            let stitching = try await Stitching(try await rungs(), in: scratch)
            #expect(stitching.segmentCount == 6)
            let outcome = try await scratch.run(
                "ffmpeg",
                ["-v", "warning", "-xerror", "-i", stitching.playlist.path, "-map", "0:v", "-vf", "scale=320:180"]
                    + ["-copyts", "-f", "framecrc", "-"]
            ).succeeded()
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
            let times = outcome.output.matches(of: /\n0, *-?\d+, *(-?\d+),/).compactMap { Int($0.1) }
            #expect(times.count == 360)
            #expect(Set(zip(times, times.dropFirst()).map { $1 - $0 }).count == 1, "no frame is missing or late")
        }
    }

    @Test func rungsOfDifferentCodecsHoldTheSamePictures() async throws {
        try await Scratch.use { scratch in
            let input = try await Movie(description: "three codecs", seconds: 4, size: "320x180").file()
            let output = scratch.file("out")
            let text = """
                pipeline: test
                stages:
                  movie: { use: file.decode, with: { path: "\(input.path)" } }
                  keyframes: { use: keyframe.force, from: movie, with: { interval: 1s } }
                  video:
                    use: video.encode
                    from: keyframes
                    with:
                      codec: h264
                      max-keyframe-distance: 1s
                      ladder:
                        - { height: 180, bitrate: 300kbps, preset: ultrafast }
                        - { height: 180, bitrate: 250kbps, codec: hevc, preset: ultrafast }
                        - { height: 90, bitrate: 100kbps, codec: av1, preset: ultrafast }
                  segments: { use: fmp4.segment, from: video, with: { interval: 1s, profile: cmaf } }
                  playlists: { use: hls.playlist, from: segments, with: { type: vod } }
                  folder: { use: file.folder, from: playlists, with: { path: "\(output.path)" } }

                """
            _ = try await scratch.run(pipeline: text, limit: 120).succeeded()
            let presentation = try Presentation(folder: output)
            let codecs = presentation.multivariant.variants.compactMap { $0.attributes["CODECS"]?.prefix(4) }
            #expect(codecs.sorted() == ["av01", "avc1", "hvc1"])
            var times: [[Double]] = []
            for rendition in presentation.renditions.filter({ $0.name.hasPrefix("video") }) {
                #expect(rendition.playlist.segments.map(\.extinf) == Array(repeating: "1.000000", count: 4))
                for index in 0..<4 {
                    let decoded = try await rendition.packets(index..<index + 1, isRaw: true, in: scratch)
                    times.append(try decoded.times("video"))
                }
            }
            #expect(times.count == 12)
            for index in times.indices { #expect(times[index] == times[index % 4]) }
            for player in Player.allCases {
                let played = try await player.play(presentation.multivariantURL, in: scratch)
                #expect(played.frames.map { $0 >= 118 } ?? true, "\(played)")
            }
        }
    }

    @Test func noRungIsLargerThanTheMovie() async throws {
        let sizes = try await presentation().multivariant.variants.compactMap { $0.attributes["RESOLUTION"] }
        #expect(sizes.sorted() == ["416x234", "768x432", "960x540"])
    }

    @Test func everyRungHasItsIFrames() async throws {
        try await Scratch.use { scratch in
            let presentation = try await presentation()
            let variants = presentation.multivariant.attributes("EXT-X-I-FRAME-STREAM-INF")
            #expect(variants.map { $0["RESOLUTION"] } == ["960x540", "768x432", "416x234"])
            for (variant, rung) in zip(variants, try await rungs()) {
                let named = try #require(variant["CODECS"])
                let codecs = presentation.multivariant.variants.compactMap { $0.attributes["CODECS"] }
                #expect(codecs.contains { $0.hasPrefix(named) } as Bool)
                let playlist = try PlaylistText(presentation.folder.appending(path: try #require(variant["URI"])))
                let sizes = playlist.segments.compactMap(\.range?.count)
                #expect(sizes.count == rung.playlist.segments.count)
                let peak = (sizes.max() ?? 0) * 8 / 2
                #expect(try #require(variant["BANDWIDTH"].flatMap { Int($0) }) >= peak)
            }
        }
    }

    @Test func thumbnailsAreImagesOfTheSizeThatIsSaid() async throws {
        try await Scratch.use { scratch in
            let presentation = try await presentation()
            let images = presentation.multivariant.attributes("EXT-X-IMAGE-STREAM-INF")
            #expect(images.map { $0["RESOLUTION"] } == ["800x450"])
            for (name, size) in [("image-00001.jpg", "800,450"), ("poster.jpg", "960,540")] {
                let file = presentation.folder.appending(path: "thumbnails/\(name)")
                let outcome = try await scratch.run(
                    "ffprobe",
                    ["-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0", file.path]
                ).succeeded()
                #expect(outcome.output == "mjpeg,\(size)\n")
            }
            let map = try String(
                contentsOf: presentation.folder.appending(path: "thumbnails/thumbnails.vtt"), encoding: .utf8)
            #expect(map.matches(of: /#xywh=\d+,\d+,160,90/).count == 3, "one in every five seconds of twelve")
        }
    }

    @Test(arguments: Player.allCases) func playersPlayALadder(player: Player) async throws {
        try await Scratch.use { scratch in
            let playlist = try await presentation().multivariantURL
            let played = try await player.play(playlist, in: scratch)
            #expect(abs(try #require(played.videoSeconds) - 12) < player.tolerance, "\(played)")
        }
    }

    @Test func theLiveLadderEndsAllRungsTogether() async throws {
        let output = try await live("live-ladder").folder
        let names = try FileManager.default.contentsOfDirectory(atPath: output.path).filter { !$0.hasPrefix(".") }
            .sorted()
        #expect(names == ["audio", "index.m3u8", "trick-180p", "video-270p", "video-480p", "video-720p"])
        let playlists = try names.filter { $0.hasPrefix("video") }.map {
            try PlaylistText(output.appending(path: "\($0)/playlist.m3u8"))
        }
        #expect(playlists.count(where: \.isWhole) == 3)
        #expect(Set(playlists.map { $0.segments.map(\.extinf) }).count == 1)
        let trick = try PlaylistText(output.appending(path: "trick-180p/iframes.m3u8"))
        #expect(trick.segments.map(\.extinf) == playlists[0].segments.map(\.extinf), "one frame per second")
    }
}
