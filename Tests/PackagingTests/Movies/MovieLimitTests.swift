import ScriptedMedia
import Packaging
import ISOMedia
import Media
import Testing

/// Bad input and large movies: an error or correct output, and bounded memory.
@Suite struct MovieLimitTests {
    private let video = Script.video(frames: 60, rate: (30, 1), syncEvery: 30)

    private func assembler(_ adjust: (inout MovieSettings) -> Void = { _ in }) throws -> MovieAssembler {
        var settings = MovieSettings(fileType: .mp4)
        adjust(&settings)
        var assembler = MovieAssembler(settings: settings)
        try assembler.add(video.track)
        return assembler
    }

    private func refusal(_ body: () throws -> Void) -> PackagingError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PackagingError)?.code
        }
    }

    @Test func samplesWithInvalidTimesAreRejectedAndTheMovieContinues() throws {
        var assembler = try assembler()
        try assembler.append(video.samples[0])
        try assembler.append(video.samples[1])
        var bad = video.samples[2]
        for change in [
            { (sample: inout Sample) in sample.duration = -1 },
            { $0.duration = .max },
            { $0.decodeTicks = .max },
            { $0.decodeTicks = .min },
            { $0.presentationOffset = .min },
            { $0.presentationOffset = .max },
            { $0.timescale = 0 },
            { $0.timescale = -90_000 },
            { ($0.timescale, $0.decodeTicks) = (1, 1 << 60) },
            { $0.decodeTicks = 1 },
            { $0.decodeTicks = 0 },
        ] as [(inout Sample) -> Void] {
            bad = video.samples[2]
            change(&bad)
            #expect(refusal { try assembler.append(bad) } == .badTimestamps)
        }
        for sample in video.samples[2...] { try assembler.append(sample) }
        try assembler.finish()
        var image = MovieImage()
        image.perform(assembler.dequeueOperations())
        #expect((try readSamples(image.bytes) == [video.expected]) == true)
    }

    @Test func invalidCallsAreErrors() throws {
        var assembler = try assembler()
        let stranger = Script.audio(packets: 2, rate: 48000, priming: 0)
        #expect(refusal { try assembler.append(stranger.samples[0]) } == .invalidState)
        #expect(refusal { try assembler.finish() } == .noSyncSample)
        #expect(refusal { try assembler.append(video.samples[0]) } == .invalidState)

        var second = try self.assembler()
        for sample in video.samples { try second.append(sample) }
        #expect(refusal { try second.add(stranger.track) } == .lateTrack)
        #expect(refusal { try second.associate(video.track.id, with: video.track.id, as: .timecode) } == .invalidState)
        try second.end(video.track.id)
        #expect(refusal { try second.append(video.samples[0]) } == .invalidState)
        try second.finish()
        try second.finish()

        var other = video.track
        other.format = stranger.track.format
        var third = try self.assembler()
        #expect(refusal { try third.add(other) } == .unsupportedFormat)
        let raw = RawVideoFormat(pixelFormat: "I420", size: PixelSize(width: 2, height: 2))
        #expect(
            refusal { try third.add(Track(id: Track.ID(rawValue: 9), format: .rawVideo(raw), timescale: 30)) }
                == .unsupportedFormat)
    }

    @Test func emptySamplesKeepTheirPositionAndTime() throws {
        for interval in [MediaTime.indefinite, .seconds(1)] {
            var script = video
            for index in [3, 4, 20, 59] { script.samples[index].bytes = ByteSlice(copying: []) }
            let image = try Script.write([script]) { $0.movieFragmentInterval = interval }
            #expect((try readSamples(image.bytes) == [script.expected]) == true)
        }
    }

    @Test func singleSampleIsAMovie() throws {
        var script = video
        script.samples = Array(script.samples[..<1])
        for interval in [MediaTime.indefinite, .seconds(1)] {
            let image = try Script.write([script]) { $0.movieFragmentInterval = interval }
            #expect(try readSamples(image.bytes) == [script.expected])
        }
    }

    @Test func tenThousandTracksAreWritten() throws {
        let format = video.track.format
        var assembler = MovieAssembler(settings: MovieSettings(fileType: .mp4))
        for number in 1...10_000 as ClosedRange<UInt32> {
            try assembler.add(Track(id: Track.ID(rawValue: number), format: format, timescale: 30))
        }
        for number in 1...10_000 as ClosedRange<UInt32> {
            try assembler.append(
                Sample(
                    track: Track.ID(rawValue: number), timescale: 30, decodeTicks: 0, duration: 1,
                    bytes: video.samples[0].bytes))
        }
        try assembler.finish()
        var image = MovieImage()
        image.perform(assembler.dequeueOperations())
        #expect(TopLevelBoxes.boxes(image.bytes).map(\.type) == ["ftyp", "free", "mdat", "moov"])
        // The project's reader has limits too, and its error names them.
        #expect(throws: MovieFileError.self) { try readSamples(image.bytes) }
    }

    @Test func movieCanBeFinishedAtTheTableLimit() throws {
        for limit in [{ $0.limits.tableBytes = 1000 }, { $0.limits.samplesPerTrack = 500 }]
            as [(inout MovieSettings) -> Void]
        {
            var assembler = try assembler { settings in
                limit(&settings)
                settings.interleavingPeriod = .milliseconds(100)
            }
            var count = 0
            let code = refusal {
                while count < 10_000 {
                    var sample = video.samples[0]
                    sample.decodeTicks = Int64(count)
                    sample.bytes = sample.bytes.slice(0..<count % 16)
                    try assembler.append(sample)
                    count += 1
                }
            }
            #expect(code == .limitReached && count < 600)
            try assembler.finish()
            var image = MovieImage()
            image.perform(assembler.dequeueOperations())
            #expect(try readSamples(image.bytes)[0].count == count)
        }
    }

    /// Returns a slice of memory that is never accessed, for movies that are too large to write in a test.
    private static func sparse(_ count: Int) -> ByteSlice {
        // Safe because only addresses are computed: nothing reads through it.
        nonisolated(unsafe) let base = UnsafeRawPointer(bitPattern: 1 << 40)!
        return ByteSlice(ByteStorage(borrowing: base, count: count) {})
    }

    @Test(arguments: [MovieAssemblerTests.Mode.regular, .fragmented, .fastStart])
    func moviesBeyond4GiBHaveLargeOffsetsAndMediaBox(way: MovieAssemblerTests.Mode) throws {
        var assembler = try assembler(way.adjust)
        let slice = Self.sparse(1 << 30)
        for index in 0..<6 {
            var sample = video.samples[0]
            sample.decodeTicks = Int64(index) * 30
            sample.duration = 30
            sample.bytes = slice
            try assembler.append(sample)
        }
        try assembler.finish()
        var size: UInt64 = 0
        var (tables, headers) = ([[UInt8]](), [[UInt8]]())
        for operation in assembler.dequeueOperations() {
            switch operation {
            case .append(let rope):
                let own = rope.slices.filter { $0.count < 1 << 20 }
                if own.count == rope.slices.count, rope.bytes.firstRange(of: Array("co64".utf8)) != nil {
                    tables.append(rope.bytes)
                }
                size += UInt64(rope.count)
            case .overwrite(let bytes, _): headers.append(bytes)
            case .rewrite(let header, let kept):
                tables.append(header)
                #expect(kept.count >= 6 << 30)
            case .synchronize: break
            }
        }
        #expect(size > 6 << 30)
        let header = try #require(headers.last)
        #expect(Array(header[..<8]) == [0, 0, 0, 1] + Array("mdat".utf8))
        #expect(TopLevelBoxes.number(header, 8, 8) > 6 << 30)
        for table in tables {
            let start = try #require(table.firstRange(of: Array("co64".utf8))).upperBound
            let count = TopLevelBoxes.number(table, start + 4, 4)
            let offsets = (0..<count).map { TopLevelBoxes.number(table, start + 8 + 8 * $0, 8) }
            #expect(count == 6 && offsets.last! - offsets[0] >= 5 << 30)
        }
        #expect(tables.count == (way == .fastStart ? 2 : 1))
    }

    @Test func tableTimeIsProportionalToDuration() throws {
        let clock = ContinuousClock()
        func duration(_ seconds: Int) throws -> Duration {
            var size = 0
            let time = try clock.measure {
                var table = SampleTableBox()
                let entries = (0..<30).map { index in
                    MovieFragment.SampleEntry(
                        duration: 1, size: UInt32(index), flags: SampleFlags.disposable.rawValue,
                        compositionOffset: Int32(index % 4))
                }
                for second in 0..<seconds { table.append(chunkAt: UInt64(second), entries) }
                let description = TrackDescription(id: 1, timescale: 30, format: video.track.format)
                let movie = MovieBox(timescale: 1, entries: [MovieBox.Entry(description, samples: table)])
                size = try movie.bytes().count
            }
            #expect(size > 13 * 30 * seconds)
            return time
        }
        _ = try duration(100)
        let (short, long) = (try duration(900), try duration(7200))
        // Eight times the duration; a busy machine may double the time.
        #expect(long < short * 16)
    }
}
