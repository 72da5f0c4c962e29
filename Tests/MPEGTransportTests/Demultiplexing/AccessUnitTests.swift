import MPEGTransport
import Media
import Testing

/// PES packets that do not contain exactly one access unit, and contradictory timestamps.
struct VideoAccessUnitTests {
    private func demultiplex(_ fill: (inout StreamBuilder) -> Void) throws -> Demultiplexed {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [StreamBuilder.Stream(pid: 256, type: 0x1b)])])
        fill(&builder)
        return try #require(Demultiplexed(builder.bytes))
    }

    private static func time(_ index: Int) -> Int64 { 90_000 + Int64(index) * 3600 }
    private static func times(_ count: Int) -> [Int64] { (0..<count).map { Int64($0) * 3600 } }
    private static func units(_ count: Int) -> [[UInt8]] {
        (0..<count).map { Units.sample(UInt8($0), isRefresh: $0 == 0) }
    }

    @Test func packetMayContainSeveralAccessUnits() throws {
        let found = try demultiplex { builder in
            for index in stride(from: 0, to: 20, by: 2) {
                builder.pes(
                    256, id: 0xe0, presentation: Self.time(index),
                    Units.avc(UInt8(index), isRefresh: index == 0) + Units.avc(UInt8(index + 1), isRefresh: false))
            }
        }
        #expect(found.first.map(\.bytes.bytes) == Self.units(20))
        #expect(found.report.tracks.first?.repairs.untimedUnits == 10)
        let times = found.first.map(\.presentationTicks)
        #expect(Set(times).count == 20)
        #expect(times == times.sorted())
    }

    @Test(arguments: [1, 5, 100, 200]) func accessUnitMaySpanSeveralPackets(cut: Int) throws {
        let found = try demultiplex { builder in
            for index in 0..<10 {
                let picture = Units.avc(UInt8(index), isRefresh: index == 0)
                builder.pes(256, id: 0xe0, presentation: Self.time(index), Array(picture.prefix(picture.count - cut)))
                builder.pes(256, id: 0xe0, Array(picture.suffix(cut)))
            }
        }
        #expect(found.first.map(\.bytes.bytes) == Self.units(10))
        #expect(found.first.map(\.presentationTicks) == Self.times(10))
    }

    @Test func accessUnitsBeforeParameterSetsAreCounted() throws {
        let found = try demultiplex { builder in
            for index in 0..<10 {
                builder.pes(
                    256, id: 0xe0, presentation: Self.time(index), Units.avc(UInt8(index), isRefresh: index == 4))
            }
        }
        #expect(found.first.count == 6)
        #expect(found.report.tracks.first?.repairs.samplesBeforeParameterSets == 4)
    }

    @Test func presentationBeforeDecodeIsRepairedToUniqueTimes() throws {
        let found = try demultiplex { builder in
            // The second and third frame have presentation times before their decode times.
            for (index, lead) in [(0, 0), (1, -3600), (2, -5000), (3, 0), (4, 3600), (5, -1)] {
                builder.pes(
                    256, id: 0xe0, presentation: Self.time(index) + Int64(lead), decode: Self.time(index),
                    Units.avc(UInt8(index), isRefresh: index == 0))
            }
        }
        let samples = found.first
        #expect(samples.allSatisfy { $0.presentationTicks >= $0.decodeTicks && $0.duration > 0 })
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.decodeTicks < $1.decodeTicks })
        #expect(Set(samples.map(\.presentationTicks)).count == 6)
    }

    @Test func decodeTimesAreDerivedFromPresentationTimes() throws {
        let order = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8]
        let found = try demultiplex { builder in
            for index in order {
                builder.pes(
                    256, id: 0xe0, presentation: Self.time(index), Units.avc(UInt8(index), isRefresh: index == 0))
            }
        }
        let samples = found.first
        #expect(samples.map(\.presentationTicks) == order.map { Self.time($0) - Self.time(0) })
        #expect(samples.map(\.decodeTicks) == Self.times(10).map { $0 - 3600 })
    }

    @Test func missingPacketsAreCountedAndOthersAreRead() throws {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [StreamBuilder.Stream(pid: 256, type: 0x1b)])])
        for index in 0..<10 {
            builder.pes(
                256, id: 0xe0, presentation: Self.time(index),
                Units.avc(UInt8(index), isRefresh: index == 0, size: 1000))
            if index == 5 { builder.dropLast(2) }
        }
        let found = try #require(Demultiplexed(builder.bytes))
        #expect(found.first.count == 10)
        #expect(found.report.tracks.first?.lostPackets == 2)
    }

    @Test func newParameterSetsChangeTheFormat() throws {
        let found = try demultiplex { builder in
            for index in 0..<100 {
                var picture = Units.avc(UInt8(index), isRefresh: index % 50 == 0)
                if index == 50 { picture[6 + 4 + 3] = 0x28 }
                builder.pes(256, id: 0xe0, presentation: Self.time(index), picture)
            }
        }
        #expect(found.first.indices.filter { found.first[$0].format != nil } == [50])
        guard case .codedVideo(let format)? = found.first.dropFirst(50).first?.format else {
            return #expect(Bool(false))
        }
        #expect(format.configuration.codecString == "avc1.42c028")
    }
}
