import ISOMedia
import Media
import Testing

@Suite struct DamagedMovieTests {
    /// Returns a movie with two tracks, all tables and 30 samples.
    private func smallMovie(mediaFirst: Bool = false) -> [UInt8] {
        var numbers = SeededNumbers(seed: 7)
        var video = MovieBytes.Track(
            InitializationSegmentTests.video, MovieSampleTests.randomSamples(20, &numbers))
        video.dependencies = [UInt8](repeating: 0x20, count: 20)
        var description = InitializationSegmentTests.audio
        (description.editMediaTime, description.rollDistance) = (1024, -1)
        let audio = MovieBytes.Track(
            description, [MovieBytes.Sample](repeating: .init(size: 6, duration: 1024), count: 10))
        var bytes = MovieBytes(tracks: [video, audio])
        bytes.mediaFirst = mediaFirst
        return bytes.bytes()
    }

    private func smallFragmentedMovie() throws -> [UInt8] {
        let tracks = [InitializationSegmentTests.video, InitializationSegmentTests.audio]
        var bytes = try InitializationSegment(brands: InitializationSegmentTests.brands, tracks: tracks).bytes()
        for number in 0..<2 {
            let runs = [1, 2].map { track in
                MovieFragment.TrackRun(
                    trackID: UInt32(track), baseMediaDecodeTime: UInt64(number) * 30,
                    samples: (1...3).map { .init(duration: 10, size: UInt32($0), flags: 0, compositionOffset: 1) })
            }
            bytes += try MovieFragment(sequenceNumber: UInt32(number), tracks: runs).header().bytes
            bytes += [UInt8](repeating: 0x55, count: 12)
        }
        return bytes
    }

    /// Reads all boxes and samples; returns the first error.
    @discardableResult private func readAll(_ bytes: [UInt8]) -> MovieFileError? {
        let file = ByteSlice(copying: bytes)
        _ = BoxDump().text(of: file)
        do throws(MovieFileError) {
            let movie = try MovieFile(reading: file)
            for track in movie.tracks {
                var cursor = movie.cursor(for: track)
                while let sample = cursor.next() {
                    #expect(sample.fileOffset >= 0 && sample.fileOffset + sample.size <= bytes.count)
                }
            }
            _ = movie.truncation?.description
            return nil
        } catch {
            #expect(!error.description.isEmpty)
            return error
        }
    }

    @Test(arguments: [false, true])
    func everyPrefixOfAMovieIsReadOrRejected(mediaFirst: Bool) {
        let bytes = smallMovie(mediaFirst: mediaFirst)
        for count in 0..<bytes.count where readAll(Array(bytes.prefix(count))) == nil {
            #expect(!mediaFirst, "a movie with an incomplete moov was read at \(count) bytes")
        }
        #expect(readAll(bytes) == nil)
    }

    @Test func everyPrefixOfFragmentsIsReadOrRejected() throws {
        let bytes = try smallFragmentedMovie()
        for count in 0..<bytes.count { readAll(Array(bytes.prefix(count))) }
        #expect(readAll(bytes) == nil)
    }

    @Test(arguments: [0, 0x80, 0xff] as [UInt8])
    func singleCorruptedBytesDoNotTrap(value: UInt8) throws {
        for bytes in [smallMovie(), try smallFragmentedMovie()] {
            for index in bytes.indices {
                var damaged = bytes
                damaged[index] = value == 0x80 ? ~bytes[index] : value
                readAll(damaged)
            }
        }
    }

    @Test(arguments: 0..<300)
    func manyCorruptedBytesDoNotTrap(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var bytes = seed.isMultiple(of: 2) ? smallMovie() : try smallFragmentedMovie()
        for _ in 0..<Int.random(in: 2...40, using: &numbers) {
            bytes[.random(in: bytes.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
        }
        readAll(bytes)
    }

    @Test func emptyAndForeignFilesAreRejected() {
        #expect(readAll([]) == .empty)
        #expect(readAll([0, 0, 0]) == .tooShort(fileBytes: 3))
        #expect(readAll(Array("RIFF....WAVEfmt ".utf8)) == .notAMovie)
        #expect(readAll([UInt8](repeating: 0x47, count: 188)) == .notAMovie)
    }

    @Test func movieTruncatedBeforeItsHeaderIsReported() throws {
        let bytes = smallMovie(mediaFirst: true)
        let error = try #require(readAll(Array(bytes.prefix(200))))
        #expect(error == .noMovieBox(.cutOff(fileBytes: 200)))
        #expect(error.description.contains("truncated before its movie box"))
        let header = try #require(readAll(Array(bytes.dropLast(1))))
        #expect(header == .truncatedHeader(box: "moov", neededBytes: bytes.count, fileBytes: bytes.count - 1))
    }

    @Test func fragmentsWithoutInitializationSegmentAreReported() throws {
        let run = MovieFragment.TrackRun(
            trackID: 1, baseMediaDecodeTime: 0, samples: [.init(duration: 1, size: 1, flags: 0)])
        let bytes = try MovieFragment(sequenceNumber: 1, tracks: [run]).header().bytes + [0]
        #expect(readAll(bytes) == .noMovieBox(.fragmentsOnly))
    }

    @Test func tableWithExcessiveCountIsRejected() throws {
        var bytes = smallMovie()
        let name = Array("stco".utf8)
        let start = try #require(bytes.indices.dropLast(8).first { Array(bytes[$0..<$0 + 4]) == name })
        bytes.replaceSubrange(start + 8..<start + 12, with: [0xff, 0xff, 0xff, 0xff])
        guard case .damaged("stco", start - 4, let why) = readAll(bytes) else {
            Issue.record("the table was not rejected")
            return
        }
        #expect(why == "it declares 4294967295 entries; 10 fit")
    }

    @Test func truncatedMovieReportsItsCompletePart() throws {
        let samples = [MovieBytes.Sample](repeating: .init(size: 10, duration: 9000), count: 10)
        var bytes = MovieBytes(tracks: [MovieBytes.Track(InitializationSegmentTests.video, samples)])
        bytes.mediaFirst = false
        let whole = bytes.bytes()
        let movie = try MovieFile(reading: ByteSlice(copying: whole.dropLast(35)))
        let truncation = try #require(movie.truncation)
        #expect(truncation.describedBytes == whole.count && truncation.fileBytes == whole.count - 35)
        #expect(truncation.completeUntil == MediaTime(value: 6, timescale: 10))
        var cursor = movie.cursor(for: movie.tracks[0])
        var count = 0
        while cursor.next() != nil { count += 1 }
        #expect(count == 6 && cursor.missing?.decodeTicks == 54_000)
        #expect(try MovieFile(reading: ByteSlice(copying: whole)).truncation == nil)
    }

    @Test func truncatedFragmentsReportTheirCompletePart() throws {
        let bytes = try smallFragmentedMovie()
        let movie = try MovieFile(reading: ByteSlice(copying: bytes.dropLast(4)))
        #expect(movie.truncation?.describedBytes == bytes.count)
        // The last bytes of audio are missing in the second fragment; the shorter duration of the video does not
        // matter.
        #expect(movie.truncation?.completeUntil == MediaTime(value: 40, timescale: 48_000))
    }

    @Test func trackLimitIsEnforced() {
        let track = MovieBytes.Track(InitializationSegmentTests.audio, [.init(size: 1)])
        var bytes = MovieBytes(tracks: [MovieBytes.Track](repeating: track, count: 65))
        #expect(readAll(bytes.bytes()) == .tooLarge(what: "tracks", limit: 64))
    }
}
