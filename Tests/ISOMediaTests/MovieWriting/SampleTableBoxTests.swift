import ISOMedia
import Media
import Testing

@Suite struct SampleTableBoxTests {
    typealias Entry = MovieFragment.SampleEntry

    private func written(_ chunks: [[Entry]], offsets: [UInt64]? = nil, shift: Int64 = 0) throws -> [UInt8] {
        var table = SampleTableBox()
        var position: UInt64 = 32
        for (index, chunk) in chunks.enumerated() {
            table.append(chunkAt: offsets?[index] ?? position, chunk)
            position += chunk.reduce(0) { $0 + UInt64($1.size) }
        }
        let entry = MovieBox.Entry(InitializationSegmentTests.video, samples: table)
        return try MovieBox(timescale: 1000, entries: [entry]).bytes(chunkOffsetShift: shift)
    }

    private func table(_ type: String, in movie: [UInt8]) -> [UInt8]? {
        BoxPath.content(["moov", "trak", "mdia", "minf", "stbl", type], in: movie)
    }

    private func plain(_ count: Int, size: UInt32 = 100) -> [Entry] {
        Array(repeating: Entry(duration: 10, size: size, flags: SampleFlags.sync.rawValue), count: count)
    }

    @Test func equalSamplesAreStoredAsTheirCount() throws {
        let movie = try written([plain(2), plain(2), plain(2)])
        #expect(table("stts", in: movie) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, 10])
        #expect(table("stsz", in: movie) == [0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 6])
        #expect(table("stsc", in: movie) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1])
        #expect(table("stco", in: movie) == [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 32, 0, 0, 0, 232, 0, 0, 1, 176])
        for absent in ["ctts", "stss", "sdtp", "co64"] { #expect(table(absent, in: movie) == nil) }
    }

    @Test func differentSizesAreListed() throws {
        let movie = try written([[plain(1)[0], plain(1, size: 7)[0], plain(1)[0]]])
        #expect(
            table("stsz", in: movie) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100, 0, 0, 0, 7, 0, 0, 0, 100])
    }

    @Test func emptySamplesAreListed() throws {
        let movie = try written([plain(2, size: 0)])
        #expect(table("stsz", in: movie) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 8))
    }

    @Test func negativeOffsetsRequireVersion1() throws {
        func movie(_ offsets: [Int32]) throws -> [UInt8] {
            try written([
                offsets.map {
                    Entry(duration: 10, size: 1, flags: SampleFlags.sync.rawValue, compositionOffset: $0)
                }
            ])
        }
        #expect(table("ctts", in: try movie([0, -10]))?.first == 1)
        #expect(
            table("ctts", in: try movie([10, 10, 20]))
                == [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 10, 0, 0, 0, 1, 0, 0, 0, 20])
        #expect(table("ctts", in: try movie([0, 0])) == nil)
    }

    @Test func dependenciesAreWrittenOnlyIfSyncSamplesDoNotImplyThem() throws {
        func movie(_ flags: [SampleFlags]) throws -> [UInt8] {
            try written([flags.map { Entry(duration: 10, size: 1, flags: $0.rawValue) }])
        }
        let plain = try movie([.sync, .predicted, .sync])
        #expect(table("stss", in: plain) == [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3])
        #expect(table("sdtp", in: plain) == nil)
        let disposable = try movie([.sync, .predicted, .disposable, .sync])
        #expect(table("sdtp", in: disposable) == [0, 0, 0, 0, 0x20, 0x10, 0x18, 0x20])
        #expect(table("stss", in: try movie([.predicted])) == [0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test func offsetsBeyond4GiBHave64Bits() throws {
        let last = UInt64(UInt32.max)
        #expect(table("stco", in: try written([plain(1)], offsets: [last])) != nil)
        let movie = try written([plain(1)], offsets: [last], shift: 1)
        #expect(table("stco", in: movie) == nil)
        #expect(table("co64", in: movie) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0])
    }

    @Test func movieBoxBeforeMediaShiftsOffsetsByItsSize() throws {
        var table = SampleTableBox()
        table.append(chunkAt: UInt64(UInt32.max) - 300, plain(1))
        let movie = MovieBox(timescale: 1, entries: [MovieBox.Entry(InitializationSegmentTests.video, samples: table)])
        let bytes = try movie.bytes { Int64($0) }
        let offset = try #require(self.table("co64", in: bytes)?.suffix(8)).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        #expect(offset == UInt64(UInt32.max) - 300 + UInt64(bytes.count))
    }

    @Test(arguments: 0..<30) func writtenSamplesAreReadBack(seed: UInt64) throws {
        var generator = SeededNumbers(seed: seed)
        let usesOffsets = Bool.random(using: &generator)
        let flags: [SampleFlags] = [[.sync], [.sync, .predicted], [.sync, .predicted, .disposable]].randomElement(
            using: &generator)!
        let chunks = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
            (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                Entry(
                    duration: UInt32.random(in: 1...3, using: &generator),
                    size: UInt32.random(in: 0...2, using: &generator),
                    flags: flags.randomElement(using: &generator)!.rawValue,
                    compositionOffset: usesOffsets ? Int32.random(in: -2...2, using: &generator) : 0)
            }
        }
        let entries = chunks.flatMap { $0 }
        let media = [UInt8](repeating: 7, count: entries.reduce(0) { $0 + Int($1.size) })
        var writer = ByteWriter()
        writer.write(contentsOf: MovieFileType.mp4.brands.fileTypeBox)
        writer.box("mdat") { $0.write(contentsOf: media) }
        // `written` places the first chunk at 32, and the brands take 32 bytes; the media header shifts it by 8.
        writer.write(contentsOf: try written(chunks, shift: 8))
        let file = try MovieFile(reading: ByteSlice(copying: writer.bytes))
        var cursor = file.cursor(for: file.tracks[0])
        var (ticks, offset) = (Int64(0), 40)
        for entry in entries {
            let next = cursor.next()
            let sample = try #require(next)
            #expect(sample.decodeTicks == ticks && sample.fileOffset == offset)
            #expect(sample.duration == Int64(entry.duration) && sample.size == Int(entry.size))
            #expect(sample.compositionOffset == Int64(entry.compositionOffset))
            #expect(sample.flags.rawValue == entry.flags)
            ticks += sample.duration
            offset += sample.size
        }
        let end = cursor.next()
        #expect(end == nil)
    }

    @Test func videoTablesTakeAbout13BytesPerSample() {
        var table = SampleTableBox()
        for chunk in 0..<1000 {
            let entries = (0..<15).map { index in
                Entry(
                    duration: 1001, size: UInt32(1000 + chunk * 7 + index), flags: SampleFlags.disposable.rawValue,
                    compositionOffset: Int32(index % 4) * 1001)
            }
            table.append(chunkAt: UInt64(chunk) * 20_000, entries)
        }
        #expect(table.memory / table.sampleCount <= 14)
    }
}
