import ISOMedia
import Media
import Testing

/// Sample entries of uncompressed audio in QuickTime movies and MP4 files, and their tables.
@Suite struct QuickTimePCMTests {
    private static let codings: [(PCMConfiguration, FourCC)] = [
        (PCMConfiguration(isFloat: false, isLittleEndian: true, bitsPerSample: 16), "sowt"),
        (PCMConfiguration(isFloat: false, isLittleEndian: false, bitsPerSample: 16), "twos"),
        (PCMConfiguration(isFloat: false, isLittleEndian: true, bitsPerSample: 24), "in24"),
        (PCMConfiguration(isFloat: false, isLittleEndian: false, bitsPerSample: 24), "in24"),
        (PCMConfiguration(isFloat: false, isLittleEndian: true, bitsPerSample: 32), "in32"),
        (PCMConfiguration(isFloat: false, isLittleEndian: false, bitsPerSample: 32), "in32"),
        (PCMConfiguration(isFloat: true, isLittleEndian: true, bitsPerSample: 32), "fl32"),
        (PCMConfiguration(isFloat: true, isLittleEndian: false, bitsPerSample: 32), "fl32"),
        (PCMConfiguration(isFloat: true, isLittleEndian: true, bitsPerSample: 64), "fl64"),
        (PCMConfiguration(isFloat: true, isLittleEndian: false, bitsPerSample: 64), "fl64"),
    ]

    private static func format(
        _ coding: PCMConfiguration, rate: Int = 48_000, channels: Int, _ positions: ChannelPositions? = nil
    ) -> CodedAudioFormat {
        CodedAudioFormat(
            configuration: coding.configuration(positions), sampleRate: rate, channelCount: channels,
            framesPerPacket: 0)
    }

    private static func movie(
        _ format: CodedAudioFormat, _ flavour: MovieBox.Flavour, _ samples: SampleTableBox = SampleTableBox()
    ) throws -> [UInt8] {
        let track = TrackDescription(id: 1, timescale: UInt32(format.sampleRate), format: .codedAudio(format))
        let type: MovieFileType = flavour == .quickTime ? .mov : .mp4
        let entry = MovieBox.Entry(track, samples: samples)
        return type.brands.fileTypeBox
            + (try MovieBox(flavour: flavour, timescale: 1000, entries: [entry]).bytes())
    }

    private static func table(_ type: String, in movie: [UInt8]) throws -> [UInt8] {
        try #require(BoxPath.content(["moov", "trak", "mdia", "minf", "stbl", type], in: movie))
    }

    @Test(arguments: codings.indices, [(1, 44_100), (2, 48_000), (6, 48_000), (2, 192_000), (8, 96_000)])
    func formatsAreReadBack(index: Int, shape: (Int, Int)) throws {
        let (coding, code) = Self.codings[index]
        let (channels, rate) = shape
        let format = Self.format(coding, rate: rate, channels: channels, ChannelPositions(waveOrder: channels))
        for flavour in [MovieBox.Flavour.quickTime, .isoBaseMedia] {
            let bytes = try Self.movie(format, flavour)
            let track = try #require(try MovieFile(reading: ByteSlice(copying: bytes)).tracks.first)
            #expect(track.format == .codedAudio(format), "\(flavour)")
            let isExtended =
                channels > 2 || rate > 65_535 || coding.isLittleEndian && coding.bitsPerSample > 24
            let expected = flavour == .quickTime ? (isExtended ? "lpcm" : code) : coding.isFloat ? "fpcm" : "ipcm"
            #expect(track.sampleEntryCode == expected)
        }
    }

    @Test func entriesOf16BitsHaveVersion0() throws {
        let entry = try Self.table(
            "stsd", in: try Self.movie(Self.format(Self.codings[0].0, channels: 2), .quickTime))
        #expect(
            Array(entry[8...])
                == [0, 0, 0, 60] + Array("sowt".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
                + [0, 2, 0, 16, 0, 0, 0, 0, 0xbb, 0x80, 0, 0, 0, 0, 0, 24] + Array("chan".utf8)
                + [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0])
    }

    @Test func entriesOf24BitsContainTheByteOrderInWave() throws {
        let movie = try Self.movie(Self.format(Self.codings[2].0, channels: 2), .quickTime)
        let entry = try #require(
            BoxPath.content(["moov", "trak", "mdia", "minf", "stbl", "stsd", "in24"], in: movie))
        // Version 1: one frame per packet, 3 bytes per packet of a channel, 6 bytes per frame.
        #expect(Array(entry[8..<10]) == [0, 1] && Array(entry[16..<24]) == [0, 2, 0, 16, 0, 0, 0, 0])
        #expect(Array(entry[28..<44]) == [0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 6, 0, 0, 0, 2])
        let wave = try #require(BoxPath.content(["wave"], in: Array(entry[44...])))
        #expect(BoxPath.content(["frma"], in: wave) == Array("in24".utf8))
        #expect(BoxPath.content(["enda"], in: wave) == [0, 1] && wave.suffix(8) == [0, 0, 0, 8, 0, 0, 0, 0])
    }

    @Test func surroundHasVersion2AndALayout() throws {
        let format = Self.format(Self.codings[1].0, channels: 6, ChannelPositions(waveOrder: 6))
        let movie = try Self.movie(format, .quickTime)
        let entry = try #require(
            BoxPath.content(["moov", "trak", "mdia", "minf", "stbl", "stsd", "lpcm"], in: movie))
        #expect(
            Array(entry[8..<10]) == [0, 2] && Array(entry[16..<28]) == [0, 3, 0, 16, 0xff, 0xfe, 0, 0, 0, 1, 0, 0])
        let rate = Array(entry[32..<40]).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(Array(entry[28..<32]) == [0, 0, 0, 72] && Double(bitPattern: rate) == 48_000)
        // Packed signed big-endian integers, 12 bytes per frame.
        #expect(
            Array(entry[40..<64])
                == [0, 0, 0, 6, 0x7f, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 14, 0, 0, 0, 12, 0, 0, 0, 1])
        let layout = try #require(BoxPath.content(["chan"], in: Array(entry[64...])))
        #expect(layout == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x3f, 0, 0, 0, 0])
        let plain = try Self.movie(format, .isoBaseMedia)
        let box = try #require(BoxPath.content(["moov", "trak", "mdia", "minf", "stbl", "stsd", "ipcm"], in: plain))
        #expect(BoxPath.content(["chnl"], in: Array(box[28...])) == [0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4, 5])
    }

    @Test func layoutsInAnotherOrderHaveLabels() throws {
        // MPEG-4 order: C L R Ls Rs LFE.
        let positions = ChannelPositions([2, 0, 1, 4, 5, 3])
        let format = Self.format(Self.codings[0].0, channels: 6, positions)
        let bytes = try Self.movie(format, .quickTime)
        let track = try #require(try MovieFile(reading: ByteSlice(copying: bytes)).tracks.first)
        #expect(track.format == .codedAudio(format))
        let entry = try #require(
            BoxPath.content(["moov", "trak", "mdia", "minf", "stbl", "stsd", "lpcm"], in: bytes))
        let layout = try #require(BoxPath.content(["chan"], in: Array(entry[64...])))
        #expect(Array(layout[4..<16]) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6] && layout[19] == 3)
    }

    @Test func framesAreSamplesWithConstantTables() throws {
        var table = SampleTableBox()
        // Half a second per chunk for an hour.
        for chunk in 0..<7200 {
            let packets = (0..<24).map { _ in
                MovieFragment.SampleEntry(duration: 1000, size: 4000, flags: SampleFlags.sync.rawValue)
            }
            table.append(chunkAt: UInt64(chunk) * 96_000, packets: packets, frameSize: 4)
        }
        #expect(table.sampleCount == 7200 * 24_000 && table.duration == 172_800_000)
        // 64-bit offsets, and nothing per frame.
        #expect(table.memory < 7200 * 8 + 256)
        let movie = try Self.movie(Self.format(Self.codings[0].0, channels: 2), .quickTime, table)
        #expect(try Self.table("stts", in: movie) == [0, 0, 0, 0, 0, 0, 0, 1, 0x0a, 0x4c, 0xb8, 0, 0, 0, 0, 1])
        #expect(try Self.table("stsz", in: movie) == [0, 0, 0, 0, 0, 0, 0, 4, 0x0a, 0x4c, 0xb8, 0])
        #expect(
            try Self.table("stsc", in: movie) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0x5d, 0xc0, 0, 0, 0, 1])
        // Above the limit of samples of other media.
        let read = try #require(try MovieFile(reading: ByteSlice(copying: movie)).tracks.first)
        #expect(read.sampleCount == 172_800_000)
    }

    @Test func theLastFrameBeforeAGapLastsUntilItsEnd() throws {
        var table = SampleTableBox()
        let packets = [(500, 400), (100, 100)].map {
            MovieFragment.SampleEntry(duration: UInt32($0.0), size: UInt32($0.1 * 4), flags: 0)
        }
        table.append(chunkAt: 8, packets: packets, frameSize: 4)
        let movie = try Self.movie(Self.format(Self.codings[0].0, channels: 2), .quickTime, table)
        #expect(
            try Self.table("stts", in: movie)
                == [
                    0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 1, 143, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 101, 0, 0, 0, 100, 0, 0, 0,
                    1,
                ])
    }

    @Test(arguments: [(0, 16), (1025, 16), (.max, 64), (2, 0), (2, 12), (2, .max), (2, 128)] as [(UInt32, UInt32)])
    func impossibleEntriesAreNotUncompressedAudio(channels: UInt32, bits: UInt32) throws {
        var movie = try Self.movie(Self.format(Self.codings[0].0, channels: 6), .quickTime)
        let code = Array("lpcm".utf8)
        let start = try #require(movie.indices.first { movie[$0...].starts(with: code) })
        func patch(_ value: UInt32, at offset: Int) {
            for byte in 0..<4 {
                movie[start + 4 + offset + byte] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * byte))
            }
        }
        patch(channels, at: 40)
        patch(bits, at: 48)
        patch(UInt32(truncatingIfNeeded: UInt64(bits) / 8 * UInt64(channels)), at: 56)
        let track = try #require(try MovieFile(reading: ByteSlice(copying: movie)).tracks.first)
        if case .codedAudio(let audio)? = track.format { #expect(audio.configuration.pcm == nil) }
    }

    /// A billion frames in a file of some hundred bytes.
    @Test func framesBeyondTheFileAreMissing() throws {
        var table = SampleTableBox()
        let packet = MovieFragment.SampleEntry(duration: 1_000_000_000, size: 4_000_000_000, flags: 0)
        table.append(chunkAt: 1, packets: [packet], frameSize: 4)
        let bytes = try Self.movie(Self.format(Self.codings[0].0, channels: 2), .quickTime, table)
        let movie = try MovieFile(reading: ByteSlice(copying: bytes))
        let track = try #require(movie.tracks.first)
        #expect(track.sampleCount == 1_000_000_000)
        var (cursor, size) = (movie.cursor(for: track), 0)
        while let sample = cursor.next() { size += sample.size }
        #expect(size == (bytes.count - 1) / 4 * 4 && cursor.missing?.fileOffset == size + 1)
        #expect(movie.truncation != nil)
    }

    @Test func channelsWithoutAFrameSizeAreRejected() {
        for channels in [0, 70_000] {
            #expect(throws: UnwritableFormat.self) {
                try Self.movie(Self.format(Self.codings[0].0, channels: channels), .quickTime)
            }
        }
    }
}
