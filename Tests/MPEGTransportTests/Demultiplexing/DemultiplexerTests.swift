import MPEGTransport
import Media
import Testing

struct DemultiplexerTests {
    private static let video = StreamBuilder.Stream(pid: 256, type: 0x1b)
    private static let audio = StreamBuilder.Stream(pid: 257, type: 0x0f, descriptors: [0x0a, 4, 0x66, 0x72, 0x61, 0])

    /// Appends `count` frames at 25 frames per second with audio, from `start` on.
    private static func media(
        _ builder: inout StreamBuilder, _ count: Int, from start: Int64, first: Int = 0, isBounded: Bool = false
    ) {
        for index in 0..<count {
            let time = start + Int64(index) * 3600
            builder.pes(
                256, id: 0xe0, presentation: time + 3600, decode: time, isBounded: isBounded,
                Units.avc(UInt8(first + index), isRefresh: index % 10 == 0))
            // 3840 ticks are two frames of 1024 samples at 48 kHz.
            if index * 3600 / 3840 != (index - 1) * 3600 / 3840 || index == 0 {
                let number = UInt8(index * 3600 / 3840)
                builder.pes(
                    257, id: 0xc0, presentation: start + 3600 + Int64(number) * 3840, isBounded: true,
                    Units.adts(number) + Units.adts(number))
            }
        }
    }

    private static func stream(_ count: Int, from start: Int64, isBounded: Bool = false) -> [UInt8] {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [video, audio])])
        media(&builder, count, from: start, isBounded: isBounded)
        return builder.bytes
    }

    private func expect(_ found: Demultiplexed, pictures: Int) {
        #expect(found.tracks.map(\.coding) == [.avc, .adts])
        guard found.samples.count == 2 else { return }
        let units: [[UInt8]] = (0..<pictures).map { Units.sample(UInt8($0), isRefresh: $0 % 10 == 0) }
        let shown: [Int64] = (0..<pictures).map { Int64($0) * 3600 }
        let frames: [Int64] = found.samples[1].indices.map { Int64($0) * 1024 }
        #expect(found.first.map(\.bytes.bytes) == units)
        #expect(found.first.map(\.presentationTicks) == shown)
        #expect(found.first.map(\.decodeTicks) == shown.map { $0 - 3600 })
        #expect(found.samples[1].map(\.decodeTicks) == frames)
        #expect(found.samples[1].allSatisfy { $0.bytes.count == 100 && $0.duration == 1024 })
    }

    @Test(arguments: [false, true], [188, 1000, 1 << 20])
    func samplesMatchTheStream(isBounded: Bool, step: Int) throws {
        let found = try #require(Demultiplexed(Self.stream(25, from: 90_000, isBounded: isBounded), step: step))
        expect(found, pictures: 25)
        #expect(found.first.indices.filter { found.samples[0][$0].isSync } == [0, 10, 20])
        #expect(found.tracks[1].language == "fra")
        #expect(found.report.tracks.allSatisfy { $0.repairs == TrackRepairs() && $0.lostPackets == 0 })
    }

    @Test func timesContinueWhen33BitsWrap() throws {
        let found = try #require(Demultiplexed(Self.stream(25, from: (1 << 33) - 36_000)))
        expect(found, pictures: 25)
        #expect(found.report.timeJumps == 0)
    }

    @Test(arguments: [180_000, 93_601] as [Int64])
    func clockReferencesDoNotShiftTimes(reference: Int64) throws {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [Self.video, Self.audio])])
        // The reference is 86,400 ticks or one tick after the first presentation time, 93,600.
        builder.clock(256, reference)
        Self.media(&builder, 25, from: 90_000)
        expect(try #require(Demultiplexed(builder.bytes)), pictures: 25)
    }

    @Test(arguments: [192, 204]) func packetsMayBeSeparatedByBytes(stride: Int) throws {
        let packets = Self.stream(25, from: 90_000)
        var bytes: [UInt8] = stride == 192 ? [1, 2, 3, 4] : []
        for offset in Swift.stride(from: 0, to: packets.count, by: 188) {
            bytes += packets[offset..<offset + 188] + [UInt8](repeating: 7, count: stride - 188)
        }
        expect(try #require(Demultiplexed(bytes)), pictures: 25)
    }

    @Test(arguments: [0, 5_000_000_000, 900_000] as [Int64])
    func joinedStreamsAreContiguous(second: Int64) throws {
        let joined = Self.stream(25, from: 900_000) + Self.stream(25, from: second)
        let found = try #require(Demultiplexed(joined))
        #expect(found.report.timeJumps == 1)
        let decode = found.first.map(\.decodeTicks)
        #expect(decode.count == 50)
        #expect(zip(decode, decode.dropFirst()).allSatisfy { $1 - $0 >= 3600 && $1 - $0 < 9000 })
        // The offset between video and audio is unchanged.
        let firstFrame = found.samples[1].count / 2
        let distance =
            found.samples[1][firstFrame].decodeTicks * 90_000 / 48_000 - found.samples[0][25].presentationTicks
        #expect(abs(distance) < 960)
    }

    @Test func announcedTimeBaseAppliesToSmallSteps() throws {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [Self.video])])
        builder.clock(256, 90_000)
        for index in 0..<10 {
            builder.pes(
                256, id: 0xe0, presentation: 180_000 + Int64(index) * 3600,
                Units.avc(UInt8(index), isRefresh: index == 0))
        }
        builder.clock(256, 400_000, isDiscontinuous: true)
        for index in 0..<10 {
            builder.pes(
                256, id: 0xe0, presentation: 500_000 + Int64(index) * 3600,
                Units.avc(UInt8(index), isRefresh: index == 0))
        }
        let found = try #require(Demultiplexed(builder.bytes))
        #expect(found.first.map(\.presentationTicks) == (0..<20).map { Int64($0) * 3600 })
    }

    @Test func programIsSelectable() throws {
        var builder = StreamBuilder()
        builder.tables([
            (1, 4096, [StreamBuilder.Stream(pid: 300, type: 0x0f)]),
            (7, 4097, [StreamBuilder.Stream(pid: 301, type: 0x0f)]),
        ])
        for number in 0..<5 {
            builder.pes(300, id: 0xc0, presentation: Int64(number) * 1920, Units.adts(UInt8(number)))
            builder.pes(301, id: 0xc0, presentation: Int64(number) * 1920, Units.adts(UInt8(number + 100)))
        }
        let first = try #require(Demultiplexed(builder.bytes))
        #expect(first.report.programs == [1, 7])
        #expect(first.samples[0].compactMap { $0.bytes.bytes.first } == [0, 1, 2, 3, 4])
        let other = try #require(Demultiplexed(builder.bytes, program: 7))
        #expect(other.samples[0].compactMap { $0.bytes.bytes.first } == [100, 101, 102, 103, 104])
        #expect(Demultiplexer(ByteSlice(copying: builder.bytes), program: 9) == nil)
    }

    @Test func unsupportedStreamsAreReported() throws {
        var builder = StreamBuilder()
        let others = [
            StreamBuilder.Stream(pid: 401, type: 6, descriptors: [0x56, 0]),
            StreamBuilder.Stream(pid: 402, type: 6, descriptors: [0x59, 0]), StreamBuilder.Stream(pid: 403, type: 0x86),
            StreamBuilder.Stream(pid: 404, type: 0x15), StreamBuilder.Stream(pid: 405, type: 0x82),
            StreamBuilder.Stream(pid: 406, type: 2),
        ]
        builder.tables([(1, 4096, [Self.audio] + others)])
        for number in 0..<5 {
            builder.pes(257, id: 0xc0, presentation: Int64(number) * 1920, Units.adts(UInt8(number)))
        }
        for stream in others { builder.pes(stream.pid, id: 0xbd, presentation: 0, [1, 2, 3]) }
        let found = try #require(Demultiplexed(builder.bytes))
        #expect(
            found.report.uncarried.map(\.name) == [
                "DVB teletext", "DVB subtitles", "SCTE-35 splice information", "timed metadata", "DTS audio",
                "MPEG-2 video",
            ])
        #expect(found.report.uncarried.allSatisfy { $0.packetCount == 1 && $0.reason == .coding })
    }

    @Test func otherFilesAreRejected() {
        for bytes in [
            [], [0x47], [UInt8](repeating: 0x47, count: 187), [UInt8](repeating: 0, count: 4096),
            Array("#EXTM3U\n".utf8),
        ] {
            #expect(Demultiplexer(ByteSlice(copying: bytes)) == nil)
        }
    }
}
