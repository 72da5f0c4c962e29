import ScriptedMedia
import Packaging
import ISOMedia
import Media
import Testing

@Suite struct MovieSessionTests {
    private let video = Script.video(frames: 300, rate: (30, 1), syncEvery: 30)

    /// Writes scripts and returns the edit list of each track: pairs of duration and media time.
    private func edits(
        _ scripts: [Script], _ sessions: (inout MovieAssembler) throws -> Void = { _ in },
        end: (inout MovieAssembler) throws -> Void = { _ in }
    ) throws -> [[[Int]]] {
        var settings = MovieSettings(fileType: .mov)
        settings.movieTimescale = 600
        var assembler = MovieAssembler(settings: settings)
        for script in scripts { try assembler.add(script.track) }
        try sessions(&assembler)
        var image = MovieImage()
        try Script.feed(scripts, to: &assembler, into: &image)
        try end(&assembler)
        try assembler.finish()
        image.perform(assembler.dequeueOperations())
        let movie = try #require(TopLevelBoxes.boxes(image.bytes).first { $0.type == "moov" })
        let tracks = Self.children(image.bytes, movie.range, 8).filter { $0.type == "trak" }
        return tracks.map { track in
            guard let container = Self.children(image.bytes, track.range, 8).first(where: { $0.type == "edts" }),
                let list = Self.children(image.bytes, container.range, 8).first
            else { return [] }
            let start = list.range.lowerBound + 16
            return (0..<TopLevelBoxes.number(image.bytes, start - 4, 4)).map { index in
                let entry = start + 12 * index
                return [
                    TopLevelBoxes.number(image.bytes, entry, 4),
                    Int(Int32(truncatingIfNeeded: TopLevelBoxes.number(image.bytes, entry + 4, 4))),
                ]
            }
        }
    }

    private static func children(_ bytes: [UInt8], _ range: Range<Int>, _ header: Int) -> [TopLevelBoxes.Box] {
        let start = range.lowerBound + header
        return TopLevelBoxes.boxes(Array(bytes[start..<range.upperBound])).map {
            TopLevelBoxes.Box(
                type: $0.type, range: $0.range.lowerBound + start..<$0.range.upperBound + start, isWhole: $0.isComplete)
        }
    }

    @Test func mediaFromTheSessionStartNeedNoEdits() throws {
        #expect(try edits([video]) == [[]])
        #expect(try edits([video]) { try $0.startSession(at: .zero) } == [[]])
    }

    @Test func laterTrackHasAnEmptyEdit() throws {
        var late = Script.audio(packets: 235, rate: 48000, priming: 0)
        for index in late.samples.indices { late.samples[index].decodeTicks += 24_000 }
        #expect(try edits([video, late]) == [[], [[300, -1], [3008, 0]]])
    }

    @Test func reorderDelayIsRemovedFromThePresentation() throws {
        var script = Script.reorderedVideo(frames: 300)
        // All samples one frame later: the first frame is presented two frames after it is decoded.
        for index in script.samples.indices { script.samples[index].presentationOffset += 1 }
        #expect(try edits([script])[0][0][1] == 2)
    }

    @Test func mediaBeforeTheSessionAreNotPresented() throws {
        #expect(try edits([video]) { try $0.startSession(at: .seconds(2)) } == [[[4800, 60]]])
    }

    @Test func mediaAfterTheSessionAreNotPresented() throws {
        let result = try edits([video]) {
            try $0.startSession(at: .seconds(1))
        } end: {
            try $0.endSession(at: .seconds(4))
        }
        #expect(result == [[[1800, 30]]])
    }

    @Test func sessionsAreConsecutiveInTheMovie() throws {
        var audio = Script.audio(packets: 100, rate: 48000, priming: 0)
        for index in audio.samples.indices { audio.samples[index].decodeTicks += 48_000 * 6 }
        let result = try edits([video, audio]) {
            try $0.startSession(at: .zero)
        } end: {
            try $0.endSession(at: .seconds(1))
            try $0.startSession(at: .seconds(5))
            try $0.endSession(at: .seconds(7))
            try $0.startSession(at: .seconds(20))
            try $0.endSession(at: .seconds(21))
        }
        #expect(result[0] == [[600, 0], [1200, 150]])
        #expect(result[1] == [[1200, -1], [600, 0]])
    }

    @Test func contradictorySessionsAreRejected() throws {
        var assembler = MovieAssembler(settings: MovieSettings(fileType: .mp4))
        #expect(throws: PackagingError.self) { try assembler.endSession(at: .zero) }
        #expect(throws: PackagingError.self) { try assembler.startSession(at: .indefinite) }
        try assembler.startSession(at: .zero)
        #expect(throws: PackagingError.self) { try assembler.startSession(at: .seconds(1)) }
    }

    @Test(arguments: [Int64.min, Int64.min + 1, Int64.max - 1, Int64.max])
    func sessionsAtTheLimitsOfTimeDoNotTrap(ticks: Int64) throws {
        for fragments in [MediaTime.indefinite, .seconds(1)] {
            var settings = MovieSettings(fileType: .mp4)
            settings.movieFragmentInterval = fragments
            var assembler = MovieAssembler(settings: settings)
            try assembler.add(video.track)
            try assembler.startSession(at: MediaTime(value: ticks, timescale: 1))
            var image = MovieImage()
            try Script.feed([video], to: &assembler, into: &image)
            try assembler.finish()
            image.perform(assembler.dequeueOperations())
            #expect((try readSamples(image.bytes) == [video.expected]) == true)
        }
    }
}
