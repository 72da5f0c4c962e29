import ISOMedia
import Media
import Testing

/// Files with several movie boxes or sample descriptions, with gaps and with encrypted fragments.
@Suite struct JoinedMovieTests {
    private var header: [UInt8] {
        get throws {
            try InitializationSegment(
                brands: InitializationSegmentTests.brands, tracks: [InitializationSegmentTests.video]
            ).bytes()
        }
    }

    /// Returns a fragment of `count` samples of 10 ticks.
    private func fragment(
        _ number: UInt32, at time: UInt64, count: Int = 4, lastDuration: UInt32 = 10, description: UInt32? = nil,
        extra: (inout ByteWriter) -> Void = { _ in }
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.box("moof") { writer in
            writer.fullBox("mfhd") { $0.write(number) }
            writer.box("traf") { writer in
                writer.fullBox("tfhd", flags: 0x02_0000 | (description == nil ? 0 : 2)) { writer in
                    writer.write(InitializationSegmentTests.video.id)
                    if let description { writer.write(description) }
                }
                writer.fullBox("tfdt", version: 1) { $0.write(time) }
                extra(&writer)
                writer.fullBox("trun", flags: 0x300) { writer in
                    writer.write(UInt32(count))
                    for index in 0..<count {
                        writer.write(index == count - 1 ? lastDuration : 10)
                        writer.write(UInt32(2))
                    }
                }
            }
        }
        writer.box("mdat") { $0.writeZeros(2 * count) }
        return writer.bytes
    }

    private func holes(_ fragments: [UInt8]) throws -> [Int64] {
        let movie = try MovieFile(reading: ByteSlice(copying: header + fragments))
        return MovieSampleTests.read(movie).map(\.precedingGap).filter { $0 > 0 }
    }

    @Test func missingFragmentIsAGapBeforeTheNextSample() throws {
        let movie = try MovieFile(
            reading: ByteSlice(copying: header + fragment(1, at: 0) + fragment(2, at: 40) + fragment(4, at: 120)))
        let samples = MovieSampleTests.read(movie)
        #expect(samples.count == 12 && samples[8].precedingGap == 40 && samples[8].decodeTicks == 120)
        #expect(samples.filter { $0.precedingGap > 0 }.count == 1)
        // A gap of several samples is detected even if sequence numbers are continuous.
        #expect(try holes(fragment(1, at: 0) + fragment(2, at: 80)) == [40])
    }

    @Test func impreciseLastDurationIsNotAGap() throws {
        #expect(try holes(fragment(1, at: 7) + fragment(2, at: 47)) == [])
        #expect(try holes(fragment(1, at: 0, lastDuration: 0) + fragment(2, at: 40)) == [])
        #expect(try holes(fragment(1, at: 0) + fragment(2, at: 52)) == [])
        #expect(try holes(fragment(1, at: 0) + fragment(2, at: 30)) == [], "decreasing times")
    }

    @Test func sampleDescriptionOfFragmentsIsRead() throws {
        let movie = try MovieFile(
            reading: ByteSlice(
                copying: header + fragment(1, at: 0) + fragment(2, at: 40, description: 2)
                    + fragment(3, at: 80, description: 1)))
        let numbers = MovieSampleTests.read(movie).map(\.descriptionIndex)
        #expect(numbers == [1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1, 1])
    }

    @Test func allSampleDescriptionsAreRead() throws {
        let track = MovieBytes.Track(InitializationSegmentTests.video, [.init(size: 5)])
        var one = MovieBytes(tracks: [track])
        let stsd = MovieBytes.Track.box("stsd", in: one.bytes())
        let entry = Array(stsd[16...])
        var protected = entry
        protected.replaceSubrange(4..<8, with: Array("encv".utf8))
        for (second, isEncrypted) in [(entry, false), (protected, true)] {
            var writer = ByteWriter()
            writer.fullBox("stsd") { writer in
                writer.write(UInt32(2))
                writer.write(contentsOf: entry + second)
            }
            var two = track
            two.sampleDescriptions = writer.bytes
            var movie = MovieBytes(tracks: [two])
            let read = try MovieFile(reading: ByteSlice(copying: movie.bytes())).tracks[0]
            #expect(read.sampleEntryCount == 2 && read.formats.count == 2 && read.formats[0] == read.format)
            #expect(read.hasEncryptedEntry == isEncrypted && !read.isEncrypted)
        }
    }

    @Test func secondMovieIsReported() throws {
        var movie = MovieBytes(tracks: [.init(InitializationSegmentTests.video, [.init(size: 5), .init(size: 7)])])
        let bytes = movie.bytes()
        #expect(try MovieFile(reading: ByteSlice(copying: bytes)).additionalMovie == nil)
        let joined = try MovieFile(reading: ByteSlice(copying: bytes + bytes))
        let offset = try #require(joined.additionalMovie?.offset)
        #expect(bytes.count < offset && Array((bytes + bytes)[offset + 4..<offset + 8]) == Array("moov".utf8))
        // Other sample descriptions, for example if clear media are followed by encrypted ones.
        let other = try InitializationSegment(
            brands: InitializationSegmentTests.brands, tracks: [InitializationSegmentTests.audio]
        ).bytes()
        #expect(
            try MovieFile(reading: ByteSlice(copying: header + fragment(1, at: 0) + other)).additionalMovie != nil)
    }

    @Test func repeatedInitializationSegmentsAreNotASecondMovie() throws {
        let bytes = try header + fragment(1, at: 0) + header + fragment(2, at: 40)
        let movie = try MovieFile(reading: ByteSlice(copying: bytes))
        #expect(movie.additionalMovie == nil && MovieSampleTests.read(movie).count == 8)
    }

    @Test func repeatedMoviesThatRestartAreSecondMovies() throws {
        let first = try header + fragment(1, at: 0) + fragment(2, at: 40)
        let movie = try MovieFile(reading: ByteSlice(copying: first + first))
        #expect(movie.additionalMovie?.offset == first.count + (try boxOffset("moov", in: first)))
    }

    /// Where the first top-level box of a type begins.
    private func boxOffset(_ type: String, in bytes: [UInt8]) throws -> Int {
        let walk = sequence(state: 0) { (offset: inout Int) -> (Int, String)? in
            guard offset + 8 <= bytes.count else { return nil }
            let start = offset
            offset += bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            return (start, String(decoding: bytes[start + 4..<start + 8], as: UTF8.self))
        }
        return try #require(walk.first { $0.1 == type }?.0)
    }

    @Test func encryptedFragmentsAreFoundDespiteClearSampleEntry() throws {
        let identifier: [UInt8] = [
            0xa2, 0x39, 0x4f, 0x52, 0x5a, 0x9b, 0x4f, 0x14, 0xa2, 0x44, 0x6c, 0x42, 0x7c, 0x64, 0x8d, 0xf4,
        ]
        let boxes: [(isEncrypted: Bool, (inout ByteWriter) -> Void)] = [
            (true, { $0.fullBox("senc") { $0.write(UInt32(4)) } }),
            (false, { $0.fullBox("senc") { $0.write(UInt32(0)) } }),
            (
                true,
                { writer in
                    writer.fullBox("saiz", flags: 1) {
                        $0.write(contentsOf: Array("cbcs".utf8) + [0, 0, 0, 0, 8, 0, 0, 0, 4])
                    }
                }
            ),
            (
                true,
                { writer in
                    writer.fullBox("sgpd", version: 1) { writer in
                        writer.write(contentsOf: Array("seig".utf8) + [0, 0, 0, 20, 0, 0, 0, 1])
                        writer.write(contentsOf: [0, 0, 1, 8] + [UInt8](repeating: 7, count: 16))
                    }
                }
            ),
            (
                false,
                { writer in
                    writer.fullBox("sgpd", version: 1) { writer in
                        writer.write(contentsOf: Array("seig".utf8) + [0, 0, 0, 20, 0, 0, 0, 1])
                        writer.write(contentsOf: [0, 0, 0, 0] + [UInt8](repeating: 0, count: 16))
                    }
                }
            ),
            (true, { $0.box("uuid") { $0.write(contentsOf: identifier + [0, 0, 0, 0, 0, 0, 0, 4]) } }),
            (false, { $0.box("free") { $0.writeZeros(8) } }),
        ]
        for (isEncrypted, extra) in boxes {
            let clear = fragment(1, at: 0)
            let bytes = try header + clear + fragment(2, at: 40, extra: extra)
            let movie = try MovieFile(reading: ByteSlice(copying: bytes))
            #expect(
                try movie.encryptedFragment(of: movie.tracks[0]) == (isEncrypted ? header.count + clear.count : nil))
        }
    }
}
