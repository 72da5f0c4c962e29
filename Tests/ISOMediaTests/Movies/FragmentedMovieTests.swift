import ISOMedia
import Media
import Testing

@Suite struct FragmentedMovieTests {
    private static var header: [UInt8] {
        get throws {
            let tracks = [InitializationSegmentTests.video, InitializationSegmentTests.audio]
            return try InitializationSegment(brands: InitializationSegmentTests.brands, tracks: tracks).bytes()
        }
    }

    private func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

    /// Returns a random run whose fields are sometimes constant, so that every combination of optional fields is
    /// written.
    private func run(_ trackID: UInt32, time: Int64, _ numbers: inout SeededNumbers) -> MovieFragment.TrackRun {
        let vary = (0..<4).map { _ in Bool.random(using: &numbers) }
        let samples = (0..<Int.random(in: 0...20, using: &numbers)).map { index in
            MovieFragment.SampleEntry(
                duration: vary[0] ? .random(in: 1...9, using: &numbers) : 7,
                size: vary[1] ? .random(in: 0...50, using: &numbers) : 33,
                flags: vary[2] && index > 0 ? 0x0101_0000 : vary[3] ? UInt32(index) << 16 : 0x0200_0000,
                compositionOffset: vary[3] ? .random(in: -9...9, using: &numbers) : 0)
        }
        return MovieFragment.TrackRun(
            trackID: trackID, baseMediaDecodeTime: UInt64(time), samples: samples, isInRollGroup: vary[0])
    }

    @Test(arguments: 0..<60)
    func fragmentsAreReadBack(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var bytes = try Self.header
        var expected: [[MovieSample]] = [[], []]
        var times: [Int64] = [1 << 33, 5]
        for number in 1...4 {
            let runs = [run(1, time: times[0], &numbers), run(2, time: times[1], &numbers)]
            let brands = Bool.random(using: &numbers) ? FileBrands(major: "msdh", compatible: ["msdh"]) : nil
            let fragment = MovieFragment(sequenceNumber: UInt32(number), tracks: runs, segmentType: brands)
            let header = try fragment.header()
            bytes += header.bytes
            var position = bytes.count
            for (track, run) in runs.enumerated() {
                for sample in run.samples {
                    expected[track].append(
                        MovieSample(
                            fileOffset: position, size: Int(sample.size), decodeTicks: times[track],
                            compositionOffset: Int64(sample.compositionOffset), duration: Int64(sample.duration),
                            flags: SampleFlags(rawValue: sample.flags)))
                    position += Int(sample.size)
                    times[track] += Int64(sample.duration)
                }
            }
            bytes += [UInt8](repeating: 0xaa, count: header.mediaSize)
            #expect(bytes.count == position)
        }
        let movie = try MovieFile(reading: ByteSlice(copying: bytes))
        #expect(movie.isFragmented && movie.truncation == nil)
        for track in 0..<2 { #expect(MovieSampleTests.read(movie, track: track) == expected[track]) }
    }

    /// Returns a fragment with two tracks of two samples, with 5 and 7 bytes each, in the form of older writers.
    private func olderFragment(at offset: Int, absolute: Bool) -> [UInt8] {
        var writer = ByteWriter()
        let dataStart = UInt32(absolute ? 160 : 148)
        writer.box("moof") { writer in
            writer.fullBox("mfhd") { $0.write(UInt32(1)) }
            for track in [1, 2] as [UInt32] {
                writer.box("traf") { writer in
                    writer.fullBox("tfhd", flags: absolute ? 0x1 : 0) { writer in
                        writer.write(track)
                        if absolute { writer.write(UInt64(offset) + UInt64(dataStart) + UInt64(track - 1) * 12) }
                    }
                    // Only the first run in a file with relative positions has a data offset.
                    let hasOffset = !absolute && track == 1
                    writer.fullBox("trun", flags: hasOffset ? 0x301 : 0x300) { writer in
                        writer.write(UInt32(2))
                        if hasOffset { writer.write(dataStart) }
                        for value in [10, 5, 20, 7] as [UInt32] { writer.write(value) }
                    }
                }
            }
        }
        writer.box("mdat") { $0.writeZeros(24) }
        return writer.bytes
    }

    @Test(arguments: [true, false])
    func allFormsOfOffsetsAreSupported(absolute: Bool) throws {
        let header = try Self.header
        let fragment = olderFragment(at: header.count, absolute: absolute)
        let movie = try MovieFile(
            reading: ByteSlice(copying: header + fragment + olderFragment(at: 0, absolute: false)))
        let media = header.count + fragment.count - 24
        let first = MovieSampleTests.read(movie, track: 0)
        let second = MovieSampleTests.read(movie, track: 1)
        #expect(first.prefix(2).map(\.size) == [5, 7] && first.map(\.decodeTicks) == [0, 10, 30, 40])
        #expect(first.prefix(2).map(\.fileOffset) == [media, media + 5])
        #expect(second.prefix(2).map(\.fileOffset) == [media + 12, media + 17])
    }

    @Test func movieDefaultsApplyToFragments() throws {
        var track = InitializationSegmentTests.audio
        track.defaults = SampleDefaults(duration: 1024, size: 3, flags: SampleFlags.predicted.rawValue)
        var bytes = try InitializationSegment(brands: InitializationSegmentTests.brands, tracks: [track]).bytes()
        let start = bytes.count
        var writer = ByteWriter()
        writer.box("moof") { writer in
            writer.fullBox("mfhd") { $0.write(UInt32(1)) }
            writer.box("traf") { writer in
                writer.fullBox("tfhd", flags: 0x02_0000) { $0.write(UInt32(2)) }
                writer.fullBox("trun", flags: 0x5) { writer in
                    for value in [2, 80, SampleFlags.sync.rawValue] as [UInt32] { writer.write(value) }
                }
            }
        }
        writer.box("mdat") { $0.writeZeros(6) }
        bytes += writer.bytes
        let samples = MovieSampleTests.read(try MovieFile(reading: ByteSlice(copying: bytes)))
        #expect(samples.map(\.flags) == [.sync, .predicted])
        #expect(samples.map(\.fileOffset) == [start + 80, start + 83] && samples.map(\.size) == [3, 3])
        #expect(samples.map(\.decodeTicks) == [0, 1024])
    }

    @Test func damagedFragmentEndsTheCursorWithAnError() throws {
        let run = MovieFragment.TrackRun(
            trackID: 1, baseMediaDecodeTime: 0, samples: [.init(duration: 1, size: 2, flags: 0)])
        let whole = try MovieFragment(sequenceNumber: 1, tracks: [run]).header().bytes + [1, 2]
        var damaged = whole
        // Overwrites the size of traf.
        damaged.replaceSubrange(24..<28, with: word(4))
        let movie = try MovieFile(reading: ByteSlice(copying: try Self.header + whole + damaged + whole))
        var cursor = movie.cursor(for: movie.tracks[0])
        #expect(cursor.next() != nil && cursor.next() == nil)
        #expect(cursor.damage?.code == "movie-damaged")
    }
}
