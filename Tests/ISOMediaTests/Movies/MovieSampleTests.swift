import ISOMedia
import Media
import Testing

@Suite struct MovieSampleTests {
    static func read(_ movie: MovieFile, track: Int = 0) -> [MovieSample] {
        var cursor = movie.cursor(for: movie.tracks[track])
        var samples: [MovieSample] = []
        while let sample = cursor.next() { samples.append(sample) }
        return samples
    }

    static func randomSamples(_ count: Int, _ numbers: inout SeededNumbers) -> [MovieBytes.Sample] {
        (0..<count).map { index in
            MovieBytes.Sample(
                size: .random(in: 0...40, using: &numbers), duration: .random(in: 1...3, using: &numbers),
                offset: .random(in: -5...5, using: &numbers), isSync: index % 7 == 0)
        }
    }

    @Test(arguments: 0..<40)
    func sampleTablesAreRead(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var video = MovieBytes.Track(
            InitializationSegmentTests.video, Self.randomSamples(.random(in: 1...60, using: &numbers), &numbers))
        video.samplesPerChunk = .random(in: 1...5, using: &numbers)
        video.usesLongOffsets = .random(using: &numbers)
        var audio = MovieBytes.Track(
            InitializationSegmentTests.audio,
            [MovieBytes.Sample](repeating: MovieBytes.Sample(size: 9, duration: 1024), count: Int(seed) + 1))
        audio.usesSmallSizes = .random(using: &numbers)
        var bytes = MovieBytes(tracks: [video, audio])
        bytes.mediaFirst = .random(using: &numbers)
        let movie = try MovieFile(reading: ByteSlice(copying: bytes.bytes()))
        #expect(movie.truncation == nil && !movie.isFragmented)
        for (index, track) in bytes.tracks.enumerated() {
            var ticks: Int64 = 0
            var expected: [MovieSample] = []
            for (sample, position) in zip(track.samples, track.positions) {
                expected.append(
                    MovieSample(
                        fileOffset: position, size: sample.size, decodeTicks: ticks,
                        compositionOffset: Int64(sample.offset), duration: Int64(sample.duration),
                        flags: sample.isSync ? .sync : .predicted))
                ticks += Int64(sample.duration)
            }
            #expect(Self.read(movie, track: index) == expected)
            #expect(movie.tracks[index].sampleCount == expected.count)
        }
    }

    @Test func samplesAreSlicesOfTheFile() throws {
        var bytes = MovieBytes(tracks: [
            MovieBytes.Track(InitializationSegmentTests.audio, [.init(size: 3), .init(size: 4), .init(size: 5)])
        ])
        let file = ByteSlice(copying: bytes.bytes())
        let movie = try MovieFile(reading: file)
        let samples = Self.read(movie)
        #expect(samples.map { movie.bytes(of: $0).bytes } == [[0, 1, 2], [3, 4, 5, 6], [7, 8, 9, 10, 11]])
        #expect(movie.bytes(of: samples[0]).storage === file.storage)
    }

    @Test func dependenciesBecomeFlags() throws {
        var track = MovieBytes.Track(
            InitializationSegmentTests.video,
            [.init(size: 1), .init(size: 1, isSync: false), .init(size: 1, isSync: false)])
        // Independent; dependent and depended on; dependent and disposable.
        track.dependencies = [0x20, 0x14, 0x18]
        var bytes = MovieBytes(tracks: [track])
        let flags = Self.read(try MovieFile(reading: ByteSlice(copying: bytes.bytes()))).map(\.flags)
        #expect(flags == [.sync, SampleFlags(rawValue: 0x0141_0000), .disposable])
    }

    @Test func allSamplesAreSyncWithoutSyncTable() throws {
        var track = MovieBytes.Track(
            InitializationSegmentTests.video, [.init(size: 1), .init(size: 2, isSync: false)])
        track.hasSyncTable = false
        var bytes = MovieBytes(tracks: [track])
        let movie = try MovieFile(reading: ByteSlice(copying: bytes.bytes()))
        #expect(movie.tracks[0].allSamplesAreSync)
        #expect(Self.read(movie).map(\.flags) == [.sync, .sync])
    }

    @Test func maximumSyncIntervalIsMeasured() throws {
        let pattern = [true, false, false, true, false, false, false, true, false]
        let samples = pattern.map { MovieBytes.Sample(size: 1, duration: 90, isSync: $0) }
        var bytes = MovieBytes(tracks: [MovieBytes.Track(InitializationSegmentTests.video, samples)])
        let movie = try MovieFile(reading: ByteSlice(copying: bytes.bytes()))
        #expect(movie.maximumSyncInterval(of: movie.tracks[0]) == MediaTime(value: 4, timescale: 1000))
        #expect(movie.declaredSyncInterval(of: movie.tracks[0]) == MediaTime(value: 4, timescale: 1000))
    }
}
