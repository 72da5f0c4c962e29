import ScriptedMedia
import Packaging
import ISOMedia
import Media
import Testing

@Suite struct MovieAssemblerTests {
    private let video = Script.reorderedVideo(frames: 150)
    private let audio = Script.audio(packets: 235, rate: 48000, priming: 1024)

    enum Mode: CaseIterable {
        case regular, fastStart, fastStartInRoom, fragmented, fragmentedFastStart, fragmentedInRoom

        func adjust(_ settings: inout MovieSettings) {
            switch self {
            case .regular: break
            case .fastStart: settings.shouldOptimizeForNetworkUse = true
            case .fastStartInRoom:
                settings.shouldOptimizeForNetworkUse = true
                settings.overallDurationHint = .seconds(5)
            case .fragmented: settings.movieFragmentInterval = .seconds(1)
            case .fragmentedFastStart:
                settings.movieFragmentInterval = .seconds(1)
                settings.shouldOptimizeForNetworkUse = true
            case .fragmentedInRoom:
                settings.movieFragmentInterval = .seconds(1)
                settings.shouldOptimizeForNetworkUse = true
                settings.overallDurationHint = .seconds(5)
            }
        }
        var isOptimized: Bool { self != .regular && self != .fragmented }
    }

    @Test(arguments: Mode.allCases, [MovieFileType.mp4, .mov, .m4v])
    func writtenSamplesAreReadBack(way: Mode, type: MovieFileType) throws {
        let image = try Script.write([video, audio], type, adjust: way.adjust)
        #expect(try readSamples(image.bytes) == [video.expected, audio.expected])
        let movie = try MovieFile(reading: ByteSlice(copying: image.bytes))
        #expect(movie.isFragmented == false && movie.truncation == nil)
        #expect(movie.brands?.major == type.brands.major)
        #expect(movie.tracks.map(\.timescale) == [30, 48000])
        #expect(movie.tracks[1].edits.mediaStart == 1024)
        // 235 packets minus the priming packet.
        #expect(movie.tracks[1].edits.duration == MediaTime(value: 234 * 1024, timescale: 48000))
        #expect(movie.tracks[1].rollDistance == -1)
    }

    @Test(arguments: Mode.allCases) func finishedMovieHasOneMovieBoxAndOneMediaBox(way: Mode) throws {
        let image = try Script.write([video, audio], adjust: way.adjust)
        let boxes = TopLevelBoxes.boxes(image.bytes).map(\.type).filter { $0 != "free" }
        #expect(boxes == (way.isOptimized ? ["ftyp", "moov", "mdat"] : ["ftyp", "mdat", "moov"]))
    }

    @Test func optimizedMovieUsesReservedSpaceOrIsRewritten() throws {
        let inRoom = try Script.write([video, audio], adjust: Mode.fastStartInRoom.adjust)
        #expect(!inRoom.operations.contains { if case .rewrite = $0 { true } else { false } })
        let long = Script.reorderedVideo(frames: 3000)
        let tooShort = try Script.write([long]) { settings in
            settings.shouldOptimizeForNetworkUse = true
            settings.overallDurationHint = .milliseconds(1)
        }
        #expect(tooShort.operations.contains { if case .rewrite = $0 { true } else { false } })
        #expect((try readSamples(tooShort.bytes) == [long.expected]) == true)
        #expect(TopLevelBoxes.boxes(tooShort.bytes).map(\.type) == ["ftyp", "moov", "mdat"])
    }

    @Test(arguments: 0..<20) func orderBetweenTracksDoesNotChangeTheMovie(seed: UInt64) throws {
        let expected = [video.expected, audio.expected]
        let reference = try Script.write([video, audio])
        let shuffled = try Script.write([video, audio], shuffledBy: seed)
        #expect((shuffled.bytes == reference.bytes) == true)
        // Fragments do not wait for a slow track, so their bytes may differ, but not the samples.
        let fragmented = try Script.write([video, audio], shuffledBy: seed, adjust: Mode.fragmented.adjust)
        #expect((try readSamples(fragmented.bytes) == expected) == true)
    }

    @Test func chunksOfTracksAreInterleavedByTime() throws {
        let image = try Script.write([video, audio])
        let layout = try chunkPattern(image.bytes)
        // Half a second each, so that ten chunks of each track alternate; where audio is behind, two become one.
        #expect(layout.count >= 19)
        for (left, right) in zip(layout, layout.dropFirst()) { #expect(left != right) }
    }

    @Test func chunkDurationAndAlignmentAreConfigurable() throws {
        var long = MovieTrackSettings()
        long.preferredMediaChunkDuration = .seconds(2)
        var aligned = MovieTrackSettings()
        aligned.preferredMediaChunkAlignment = 4096
        for way in [Mode.regular, .fastStart, .fastStartInRoom] {
            let image = try Script.write([video, audio], tracks: [long, aligned], adjust: way.adjust)
            #expect(try readSamples(image.bytes) == [video.expected, audio.expected])
            let chunks = try chunkOffsets(image.bytes)
            #expect(chunks[0].count == 3)
            #expect(chunks[1].count > 9 && chunks[1].allSatisfy { $0 % 4096 == 0 })
        }
    }

    @Test func chunkSizeIsLimited() throws {
        var settings = MovieTrackSettings()
        settings.preferredMediaChunkSize = 40
        let image = try Script.write([audio], tracks: [settings])
        // Five packets of eight bytes each; one run of 47 equal chunks.
        let table = try #require(image.bytes.firstRange(of: Array("stsc".utf8)))
        #expect(
            Array(image.bytes[table.upperBound..<table.upperBound + 20])
                == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 1])
        #expect(try readSamples(image.bytes) == [audio.expected])
    }

    @Test func trackWithoutSamplesAndItsReferencesAreOmitted() throws {
        var assembler = MovieAssembler(settings: MovieSettings(fileType: .mov))
        let other = Script.text([])
        try assembler.add(other.track)
        try assembler.add(video.track)
        try assembler.associate(video.track.id, with: other.track.id, as: .chapterList)
        try assembler.end(other.track.id)
        var image = MovieImage()
        try Script.feed([video], to: &assembler, into: &image)
        try assembler.finish()
        image.perform(assembler.dequeueOperations())
        #expect(try readSamples(image.bytes) == [video.expected])
        #expect(image.bytes.firstRange(of: Array("tref".utf8)) == nil)
    }

    @Test func timesAreConvertedToTheMediaTimescaleWithoutDrift() throws {
        var settings = MovieTrackSettings()
        settings.mediaTimescale = 1001
        let script = Script.video(frames: 1000, rate: (30, 1), syncEvery: 30)
        let samples = try readSamples(Script.write([script], tracks: [settings]).bytes)[0]
        for (index, sample) in samples.enumerated() {
            #expect(sample.decode == MediaTime(value: Int64(index), timescale: 30).ticks(at: 1001))
        }
    }

    @Test func samplesBeforeTheFirstSyncSampleAreDiscardedAndCounted() throws {
        let script = Script.video(frames: 60, rate: (30, 1), isSync: { frame, _ in frame % 30 == 10 })
        var assembler = MovieAssembler(settings: MovieSettings(fileType: .mp4))
        try assembler.add(script.track)
        var image = MovieImage()
        try Script.feed([script], to: &assembler, into: &image)
        try assembler.finish()
        image.perform(assembler.dequeueOperations())
        #expect(assembler.skippedBeforeSync.map(\.count) == [10])
        #expect(try readSamples(image.bytes)[0].count == 50)
    }

    private func chunkOffsets(_ bytes: [UInt8]) throws -> [[Int]] {
        // A sample that is not contiguous with the previous one starts a chunk.
        let movie = try MovieFile(reading: ByteSlice(copying: bytes))
        return movie.tracks.map { track in
            var cursor = movie.cursor(for: track)
            var (chunks, end) = ([Int](), -1)
            while let sample = cursor.next() {
                if sample.fileOffset != end { chunks.append(sample.fileOffset) }
                end = sample.fileOffset + sample.size
            }
            return chunks
        }
    }

    /// Returns the track index of each chunk, in file order.
    private func chunkPattern(_ bytes: [UInt8]) throws -> [Int] {
        let chunks = try chunkOffsets(bytes)
        return chunks.indices.flatMap { track in chunks[track].map { (track, $0) } }.sorted { $0.1 < $1.1 }.map(\.0)
    }
}
