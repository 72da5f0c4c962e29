import MPEGTransport
import Media
import Testing

/// Streams that continue in other files, such as the segments of a playlist.
struct ContinuedStreamTests {
    private static func segment(_ numbers: Range<Int>, at start: Int64, pid: Int = 257) -> [UInt8] {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [StreamBuilder.Stream(pid: pid, type: 0x0f)])])
        for number in numbers {
            builder.pes(
                pid, id: 0xc0, presentation: start + Int64(number - numbers.lowerBound) * 1920, isBounded: true,
                Units.adts(UInt8(number)))
        }
        return builder.bytes
    }

    /// Returns frames after an ID3 tag with Apple's timestamp.
    private static func packed(_ numbers: Range<Int>, at time: Int64) -> [UInt8] {
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        let stored = (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) }
        let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(owner.count + 8), 0, 0] + owner + stored
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        return tag + numbers.flatMap { Units.adts(UInt8($0)) }
    }

    private func samples(
        _ parts: [(bytes: [UInt8], isDiscontinuous: Bool)]
    ) throws -> (samples: [DemultiplexedSample], report: DemultiplexerReport) {
        var rest = parts.dropFirst().map {
            Demultiplexer.ContinuationFile(ByteSlice(copying: $0.bytes), isDiscontinuous: $0.isDiscontinuous)
        }
        let first = ByteSlice(copying: try #require(parts.first).bytes)
        var demultiplexer = try #require(Demultiplexer(first) { rest.isEmpty ? nil : rest.removeFirst() })
        var samples: [DemultiplexedSample] = []
        while true {
            let found = demultiplexer.read(500)
            if found.isEmpty { break }
            samples += found
        }
        return (samples, demultiplexer.report)
    }

    @Test func filesContinueTheClockOfPrecedingFiles() throws {
        let wrap = Int64(1) << 33
        let (found, report) = try samples([
            (Self.segment(0..<10, at: wrap - 9600), false), (Self.segment(10..<20, at: 9600), false),
            (Self.segment(20..<25, at: 9600 + 19_200), false),
        ])
        #expect(found.compactMap(\.bytes.bytes.first) == Array(0..<25))
        #expect(found.map(\.decodeTicks) == (0..<25).map { Int64($0) * 1024 })
        #expect(report.timeJumps == 0 && report.tracks.allSatisfy { $0.lostPackets == 0 })
    }

    @Test(arguments: [0, 90_000_000] as [Int64]) func discontinuityLeavesNoGap(second: Int64) throws {
        let (found, _) = try samples([
            (Self.segment(0..<10, at: 900_000), false), (Self.segment(10..<20, at: second), true),
        ])
        #expect(found.map(\.decodeTicks) == (0..<20).map { Int64($0) * 1024 })
    }

    @Test func packedAudioContinuesByItsTimestamps() throws {
        let wrap = Int64(1) << 33
        let (found, report) = try samples([
            (Self.packed(0..<10, at: wrap - 9600), false), (Self.packed(10..<20, at: 9600), false),
            (Self.packed(20..<25, at: 5_000_000), true),
        ])
        #expect(found.compactMap(\.bytes.bytes.first) == Array(0..<25))
        #expect(found.map(\.decodeTicks) == (0..<25).map { Int64($0) * 1024 })
        #expect(report.tracks.map(\.repairs.skippedBytes) == [0])
    }

    @Test func streamsWithoutTablesAreDetected() throws {
        var builder = StreamBuilder()
        for index in 0..<10 {
            builder.pes(
                300, id: 0xe0, presentation: Int64(index) * 3600, Units.avc(UInt8(index), isRefresh: index == 0))
            builder.pes(301, id: 0xc0, presentation: Int64(index) * 3840, Units.adts(UInt8(index)))
        }
        let found = try #require(Demultiplexed(builder.bytes))
        #expect(found.tracks.map(\.coding) == [.avc, .adts])
        #expect(found.samples.map(\.count) == [10, 10])
    }

    @Test func audioDeclaredAsPrivateDataIsRead() throws {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [.init(pid: 256, type: 6), .init(pid: 257, type: 6)])])
        for number in 0..<10 {
            builder.pes(256, id: 0xbd, presentation: Int64(number) * 1920, [1, 2, 3])
            builder.pes(257, id: 0xbd, presentation: Int64(number) * 1920, Units.adts(UInt8(number)))
        }
        let found = try #require(Demultiplexed(builder.bytes))
        #expect(found.tracks.map(\.coding) == [.adts])
        #expect(found.first.count == 10)
        #expect(found.report.uncarried.map(\.packetCount) == [10])
    }
}
