import Foundation
import Testing

/// The job that the project exists for: a movie of 30 s in segments of 6 s, coded anew.
@Suite struct MainJobTests {
    @Test(arguments: profiles)
    func thirtySecondsAreExactlyFiveSegmentsOfSixSeconds(profile: String) async throws {
        try await expectFiveSegments(try await presentation(profile))
    }

    @Test(arguments: profiles)
    func theSegmentCommandMakesFiveSegmentsToo(profile: String) async throws {
        var movie = Movie.small
        movie.seconds = 30
        try await expectFiveSegments(try await segmented(movie, "--encode", "--profile", profile))
    }

    @Test(arguments: profiles)
    func everySegmentBeginsWithAnIDRPicture(profile: String) async throws {
        try await Scratch.use { scratch in
            let video = try await presentation(profile).rendition("video", in: scratch)
            for index in video.playlist.segments.indices {
                try await expectIDRFirst(video, index, in: scratch)
            }
        }
    }

    @Test(arguments: profiles)
    func everySegmentDecodesAloneWithoutAWarning(profile: String) async throws {
        try await Scratch.use { scratch in
            for rendition in try await presentation(profile).renditions {
                for index in rendition.playlist.segments.indices {
                    let file = try rendition.joined(index..<index + 1, in: scratch)
                    let outcome = try await scratch.run(
                        "ffmpeg", ["-v", "warning", "-i", file.path, "-f", "null", "-"])
                    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(rendition.name) \(index): \(outcome)")
                }
            }
        }
    }

    @Test(arguments: profiles)
    func timesGoOnAcrossSegmentsWithoutAGap(profile: String) async throws {
        try await Scratch.use { scratch in
            for (type, count) in [("video", 900), ("audio", 1400)] {
                let rendition = try await presentation(profile).rendition(type, in: scratch)
                let packets = try await rendition.packets(isRaw: true, in: scratch).packets(type)
                #expect(packets.count >= count)
                for (packet, next) in zip(packets, packets.dropFirst()) {
                    #expect(try #require(packet.dts) + #require(packet.duration) == next.dts)
                }
            }
        }
    }

    @Test(arguments: profiles)
    func soundAndPictureStartAsFarApartAsInTheInput(profile: String) async throws {
        try await Scratch.use { scratch in
            let input = try await PacketList(Movie.main.file(), in: scratch)
            let presentation = try await presentation(profile)
            let video = try await presentation.rendition("video", in: scratch).packets(in: scratch)
            let audio = try await presentation.rendition("audio", in: scratch).packets(in: scratch)
            let difference = try audio.start("audio") - video.start("video")
            #expect(try abs(difference - (input.start("audio") - input.start("video"))) < 0.001)
        }
    }

    @Test func anotherRunWritesTheSameMedia() async throws {
        // Passthrough: the bytes depend on the input alone.
        let first = try await segmented(.small, "--interval", "2s")
        let second = try await segmented(.small, "--interval", "2s", "--quiet")
        #expect(first.renditions.count == second.renditions.count)
        for (one, other) in zip(first.renditions, second.renditions) {
            #expect(try one.initialization() == other.initialization())
            for index in one.playlist.segments.indices { #expect(try one.bytes(index) == other.bytes(index)) }
        }
    }

    private func presentation(_ profile: String) async throws -> Presentation {
        try await piped("vod-encode", Movie.main.file(), ["profile=\(profile)"])
    }

    private func expectFiveSegments(_ presentation: Presentation) async throws {
        try await Scratch.use { scratch in
            let video = try await presentation.rendition("video", in: scratch)
            #expect(video.playlist.segments.map(\.duration) == [6, 6, 6, 6, 6])
            let packets = try await video.packets(in: scratch)
            #expect(try packets.packets("video").count == 900)
            for index in 0..<5 {
                let packets = try await video.packets(index..<index + 1, in: scratch)
                let ticks = try packets.packets("video").compactMap(\.duration).reduce(0, +)
                let base = try packets.track("video").time_base
                #expect(ticks * base.numerator == 6 * base.denominator)
            }
            let audio = try await presentation.rendition("audio", in: scratch)
            #expect(audio.playlist.segments.count == 5)
            // Sound is cut between its packets of 1024 samples, and is padded to whole packets at the end.
            for segment in audio.playlist.segments.dropLast() { #expect(abs(segment.duration - 6) <= 1024 / 48000) }
            #expect(abs(audio.playlist.segments[4].duration - 6) <= 3 * 1024 / 48000)
        }
    }
}

/// Checks that a segment, joined to its initialization segment, begins with an IDR picture.
func expectIDRFirst(_ rendition: Rendition, _ index: Int, in scratch: Scratch) async throws {
    let file = try rendition.joined(index..<index + 1, in: scratch)
    let packets = try await PacketList(file, isRaw: true, in: scratch).packets("video")
    let first = try #require(packets.first)
    #expect(first.isSync, "segment \(index) of \(rendition.name)")
    let unit = try AccessUnit(
        file: Data(contentsOf: file), position: #require(first.pos.flatMap { Int($0) }),
        size: #require(Int(first.size)))
    #expect(unit.beginsWithIDR, "segment \(index) of \(rendition.name) begins with NAL units \(unit.types)")
}
