import Foundation
import Testing

/// The main use case: a movie of 30 s, encoded into segments of 6 s.
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
                    let outcome = try await scratch.decode(file)
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
                let times = try await rendition.packets(isRaw: true, in: scratch).packets(type).map(\.dts)
                #expect(times.count >= count)
                let steps = zip(times, times.dropFirst()).map { ($1 ?? 0) - ($0 ?? 0) }
                #expect(Set(steps).count == 1, "one distance from each packet to the next")
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
        // Passthrough: the bytes depend on the input only.
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
            let scale = try #require(FragmentTimes.timescales(video.initialization()).values.first)
            for index in 0..<5 {
                #expect(try video.fragmentTimes(index).fragments.map(\.duration).reduce(0, +) == 6 * scale)
            }
            let audio = try await presentation.rendition("audio", in: scratch)
            #expect(audio.playlist.segments.count == 5)
            // Audio is segmented at packet boundaries; the first segment also contains the priming, the last one is
            // padded.
            let packet = 1024.0 / 48000
            for segment in audio.playlist.segments { #expect(abs(segment.duration - 6) <= 2 * packet + 1e-6) }
        }
    }
}

/// Expects that a segment, joined to its initialization segment, starts with an IDR picture.
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
