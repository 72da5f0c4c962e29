import Foundation
import Testing

/// In passthrough the output equals the input, packet by packet.
@Suite struct PassthroughTests {
    static let movies: [Movie] = [
        .small, .withoutBFrames, .withoutEditLists, .withoutEither, .fragmented, .quickTime, .faststart, .silent,
        .soundOnly,
    ]

    @Test(arguments: movies, profiles)
    func everyPacketIsKeptAsItWas(movie: Movie, profile: String) async throws {
        try await Scratch.use { scratch in
            let input = try await PacketList(movie.file(), isRaw: true, in: scratch)
            let presentation = try await segmented(movie, "--interval", "2s", "--profile", profile)
            #expect(presentation.renditions.count == input.tracks.count)
            for type in input.tracks.map(\.codec_type) {
                let rendition = try await presentation.rendition(type, in: scratch)
                let output = try await rendition.packets(isRaw: true, in: scratch)
                try expectSame(input, output, type)
                try await expectSameEnd(movie, input, rendition, type)
            }
        }
    }

    @Test(arguments: profiles)
    func soundAndPictureStayTogether(profile: String) async throws {
        for movie in [Movie.small, .withoutBFrames, .fragmented, .quickTime] {
            try await Scratch.use { scratch in
                let input = try await PacketList(movie.file(), in: scratch)
                let presentation = try await segmented(movie, "--interval", "2s", "--profile", profile)
                let video = try await presentation.rendition("video", in: scratch).packets(in: scratch)
                let audio = try await presentation.rendition("audio", in: scratch).packets(in: scratch)
                let difference = try audio.start("audio") - video.start("video")
                #expect(try abs(difference - (input.start("audio") - input.start("video"))) < 0.001, "\(movie)")
            }
        }
    }

    @Test func theMainMovieKeepsAllItsPackets() async throws {
        try await Scratch.use { scratch in
            let input = try await PacketList(Movie.main.file(), isRaw: true, in: scratch)
            let presentation = try await piped("vod-passthrough", Movie.main.file(), [])
            for (type, count) in [("video", 900), ("audio", 1408)] {
                let rendition = try await presentation.rendition(type, in: scratch)
                let output = try await rendition.packets(isRaw: true, in: scratch)
                #expect(try output.packets(type).count == count)
                try expectSame(input, output, type)
            }
        }
    }

    @Test(arguments: [Movie.matroska, .transportStream])
    func otherContainersKeepTheirPackets(movie: Movie) async throws {
        try await Scratch.use { scratch in
            let input = try await PacketList(movie.file(), in: scratch)
            let presentation = try await segmented(movie, "--interval", "2s")
            var starts: [Double] = []
            for type in ["video", "audio"] {
                let output = try await presentation.rendition(type, in: scratch).packets(in: scratch)
                let (before, after) = try (input.times(type), output.times(type))
                #expect(before.count == after.count, "\(type)")
                let (first, firstAfter) = try (#require(before.first), #require(after.first))
                starts.append(firstAfter - first)
                // These containers round times: Matroska to 1 ms.
                for (one, other) in zip(before, after) {
                    #expect(abs((one - first) - (other - firstAfter)) < 0.0015, "\(type) at \(one)")
                }
                // A transport stream changes the sample framing, Matroska does not.
                if movie.container == "mkv" {
                    #expect(try input.packets(type).map(\.data_hash) == output.packets(type).map(\.data_hash))
                }
            }
            #expect(abs(starts[0] - starts[1]) < 0.0015, "audio and video stay in sync")
        }
    }

    @Test func sparseSyncSamplesMakeLongSegmentsAndATrueTargetDuration() async throws {
        try await Scratch.use { scratch in
            let presentation = try await segmented(.sparse)
            let video = try await presentation.rendition("video", in: scratch)
            #expect(video.playlist.segments.map(\.duration) == [10, 10, 10])
            for rendition in presentation.renditions { #expect(rendition.playlist.targetDuration == 10) }
        }
    }

    @Test func sparseSyncSamplesAreWarnedOfWithTheIntervalThatWouldDo() async throws {
        try await Scratch.use { scratch in
            let input = try await Movie.sparse.file()
            let outcome = try await scratch.sluice("segment", input.path, scratch.file("out").path).succeeded()
            let warnings = outcome.errorLines.filter { $0.contains("warning") }
            #expect(warnings.count == 1, "\(outcome)")
            #expect(warnings.first?.contains(/\b10(\.0+)?( ?s| seconds)?\b/) ?? false, "\(outcome)")
        }
    }

    @Test func closeSyncSamplesAreNotWarnedOf() async throws {
        try await Scratch.use { scratch in
            let input = try await Movie.small.file()
            let outcome = try await scratch.sluice("segment", input.path, scratch.file("out").path).succeeded()
            #expect(!outcome.errors.contains("warning"), "\(outcome)")
        }
    }

    /// Expects equal packets in input and output, apart from a constant time offset.
    private func expectSame(_ input: PacketList, _ output: PacketList, _ type: String) throws {
        let (before, after) = try (input.packets(type), output.packets(type))
        try #require(before.count == after.count)
        let (base, newBase) = try (input.track(type).time_base, output.track(type).time_base)
        let scale = Scale(from: base, to: newBase)
        let (first, firstAfter) = try (#require(before.first), #require(after.first))
        var different: [Int] = []
        for (index, (one, other)) in zip(before, after).enumerated() {
            let isSame =
                one.data_hash == other.data_hash && one.isSync == other.isSync
                && scale.isEqual(one.pts, first.pts, other.pts, firstAfter.pts)
                && scale.isEqual(one.dts, first.dts, other.dts, firstAfter.dts)
            if !isSame { different.append(index) }
        }
        #expect(different.isEmpty, "\(type): \(different.prefix(10).map { "\(before[$0]) became \(after[$0])" })")
    }

    /// Expects an equal sum of all durations, including the last one, which ffprobe guesses in fragments.
    private func expectSameEnd(
        _ movie: Movie, _ input: PacketList, _ rendition: Rendition, _ type: String
    ) async throws {
        let track = try input.track(type)
        var ticks: Int64
        if movie.isFragmented {
            let data = try await Data(contentsOf: movie.file())
            ticks = try FragmentTimes(segment: data, initialization: data).fragments
                .filter { $0.track == track.index + 1 }.map(\.duration).reduce(0, +)
        } else {
            let packets = try input.packets(type)
            let (first, last) = try (#require(packets.first), #require(packets.last))
            ticks = try #require(last.dts) + #require(last.duration) - #require(first.dts)
        }
        #expect(try abs(Double(ticks) * track.time_base.value - rendition.mediaSeconds()) < 1e-9, "\(type)")
    }

    /// Compares times in two time bases without rounding.
    private struct Scale {
        var old: Int64
        var new: Int64

        init(from base: Ratio, to newBase: Ratio) {
            old = base.numerator * newBase.denominator
            new = newBase.numerator * base.denominator
        }

        func isEqual(_ one: Int64?, _ start: Int64?, _ other: Int64?, _ newStart: Int64?) -> Bool {
            guard let one, let start, let other, let newStart else { return false }
            return (one - start) * old == (other - newStart) * new
        }
    }

    /// IDR pictures with leading pictures (RADL) are decoded before pictures that are shown before them.
    @Test func iFramesOfReorderedPicturesLastAsLongAsTheMovie() async throws {
        let codec = "log-level=error:bframes=4:keyint=25:min-keyint=25:open-gop=0:radl=3:scenecut=0"
        let movie = try await made(
            "radl.mp4",
            byFFmpeg: [
                "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=6", "-c:v", "libx265", "-tag:v", "hvc1",
                "-x265-params", codec,
            ])
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            _ = try await scratch.sluice("segment", movie.path, output.path, "--interval", "2s").succeeded()
            let text = try String(contentsOf: output.appending(path: "video/iframes.m3u8"), encoding: .utf8)
            let durations = text.matches(of: /#EXTINF:([0-9.]+)/).compactMap { Double($0.1) }
            #expect(durations == [2, 2, 2], "\(text)")
        }
    }
}
