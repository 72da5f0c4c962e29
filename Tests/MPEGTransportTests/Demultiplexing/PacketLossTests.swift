import MPEGTransport
import Media
import Testing

/// Transport packets that are missing, repeated or damaged.
struct PacketLossTests {
    private static let video = StreamBuilder.Stream(pid: 256, type: 0x1b)
    private static let audio = StreamBuilder.Stream(pid: 257, type: 0x0f)

    /// Returns twenty access units of six packets each, interleaved with audio.
    private static func packets(from start: Int64 = 90_000) -> [[UInt8]] {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [video, audio])])
        for index in 0..<20 {
            let time = start + Int64(index) * 3600
            builder.pes(
                256, id: 0xe0, presentation: time, Units.avc(UInt8(index), isRefresh: index % 10 == 0, size: 1000))
            builder.pes(
                257, id: 0xc0, presentation: start + Int64(index) * 3840, isBounded: true,
                Units.adts(UInt8(index)) + Units.adts(UInt8(index)))
        }
        return stride(from: 0, to: builder.bytes.count, by: 188).map { Array(builder.bytes[$0..<$0 + 188]) }
    }

    private static func pid(_ packet: [UInt8]) -> Int { Int(packet[1] & 0x1f) << 8 | Int(packet[2]) }
    private static func startsUnit(_ packet: [UInt8]) -> Bool { packet[1] & 0x40 != 0 }

    private func demultiplexed(_ packets: [[UInt8]]) throws -> Demultiplexed {
        try #require(Demultiplexed(packets.flatMap(\.self)))
    }

    @Test func duplicatePacketsAreReadOnce() throws {
        let packets = Self.packets()
        let once = try demultiplexed(packets)
        let twice = try demultiplexed(packets.flatMap { [$0, $0] })
        #expect(twice.first.map(\.bytes.bytes) == once.first.map(\.bytes.bytes))
        #expect(twice.samples[1].map(\.bytes.bytes) == once.samples[1].map(\.bytes.bytes))
        #expect(twice.report.tracks.allSatisfy { $0.lostPackets == 0 && $0.damagedPackets == 0 })
    }

    @Test func lostPacketsAreCountedWithTheirTime() throws {
        var packets = Self.packets()
        let middle = packets.indices.filter { Self.pid(packets[$0]) == 256 && !Self.startsUnit(packets[$0]) }
        // Two packets of the eighth access unit, which has five packets after its first one.
        let picture = middle[7 * (middle.count / 20)]
        packets.removeSubrange(picture..<picture + 2)
        let found = try demultiplexed(packets)
        let track = try #require(found.report.tracks.first)
        #expect(track.lostPackets == 2 && track.damagedPackets == 1)
        #expect(track.damagedTimes?.lowerBound == 25_200 && track.damagedTimes?.upperBound == 25_200)
        #expect(found.first.count == 20)
        #expect(found.report.tracks[1].damagedPackets == 0)
    }

    @Test func lostStartDamagesThePrecedingPacket() throws {
        var packets = Self.packets()
        let starts = packets.indices.filter { Self.pid(packets[$0]) == 256 && Self.startsUnit(packets[$0]) }
        packets.remove(at: starts[5])
        let found = try demultiplexed(packets)
        #expect(found.report.tracks[0].lostPackets == 1 && found.report.tracks[0].damagedPackets == 1)
    }

    @Test func packetsMarkedByTheReceiverAreDamaged() throws {
        var packets = Self.packets()
        let index = try #require(packets.lastIndex { Self.pid($0) == 257 })
        packets[index][1] |= 0x80
        let found = try demultiplexed(packets)
        #expect(found.report.tracks[1].damagedPackets == 1)
        #expect(found.samples[1].count == 40)
    }

    @Test(arguments: [90_000, 9_000_000, 90_000 + 20 * 3600] as [Int64])
    func joinedStreamsWithRestartedCountersHaveNoLoss(second: Int64) throws {
        let found = try demultiplexed(Self.packets() + Self.packets(from: second))
        #expect(found.first.count == 40)
        #expect(found.report.tracks.allSatisfy { $0.lostPackets == 0 && $0.damagedPackets == 0 })
    }

    @Test func bytesBetweenPacketsAreCountedExceptAtTheEnd() throws {
        let packets = Self.packets()
        let garbage = [UInt8](repeating: 1, count: 100)
        let between = try demultiplexed(Array(packets[..<30]) + [garbage] + Array(packets[30...]))
        #expect(between.report.skipCount == 1 && between.report.skippedBytes == 100)
        #expect(between.first.count == 20)
        let behind = try demultiplexed(packets + [[UInt8](repeating: 0, count: 1000)])
        #expect(behind.report.skipCount == 0)
        #expect(behind.first.count == 20)
    }

    @Test func audioKeepsItsFormatAfterALoss() throws {
        var packets = Self.packets()
        let audio = packets.indices.filter { Self.pid(packets[$0]) == 257 }
        packets.remove(at: audio[audio.count / 2])
        let found = try demultiplexed(packets)
        #expect((37...39).contains(found.samples[1].count))
        #expect(found.samples[1].dropFirst().allSatisfy { $0.format == nil })
    }
}
