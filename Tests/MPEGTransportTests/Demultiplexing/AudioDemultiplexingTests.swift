import MPEGTransport
import Media
import Testing

struct AudioDemultiplexingTests {
    private func demultiplex(_ type: UInt8, _ fill: (inout StreamBuilder) -> Void) throws -> Demultiplexed {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [StreamBuilder.Stream(pid: 256, type: type)])])
        fill(&builder)
        return try #require(Demultiplexed(builder.bytes))
    }

    @Test func framesMaySpanSeveralPackets() throws {
        let frames = (0..<20).flatMap { Units.adts(UInt8($0)) }
        let found = try demultiplex(0x0f) { builder in
            for (index, offset) in stride(from: 0, to: frames.count, by: 107 * 2 + 50).enumerated() {
                // The timestamp belongs to the first frame that starts in the packet.
                let first = (offset + 106) / 107
                builder.pes(
                    256, id: 0xc0, presentation: 90_000 + Int64(first) * 1920, isBounded: index % 2 == 0,
                    Array(frames[offset..<min(offset + 264, frames.count)]))
            }
        }
        #expect(found.samples[0].compactMap { $0.bytes.bytes.first } == (0..<20).map { UInt8($0) })
        #expect(found.first.map(\.decodeTicks) == (0..<20).map { Int64($0) * 1024 })
    }

    @Test func gapsArePreservedAndSkippedBytesAreCounted() throws {
        let found = try demultiplex(0x0f) { builder in
            for index in 0..<10 where index != 5 {
                let lead: [UInt8] = index == 7 ? [1, 2, 3] : []
                builder.pes(256, id: 0xc0, presentation: Int64(index) * 1920, lead + Units.adts(UInt8(index)))
            }
        }
        #expect(found.first.map(\.decodeTicks) == [0, 1, 2, 3, 4, 6, 7, 8, 9].map { $0 * 1024 })
        #expect(found.report.tracks[0].repairs.skippedBytes == 3)
    }

    @Test func audioStaysInSyncWithItsTimestamps() throws {
        // Each frame lasts 1920 ticks, but timestamps are 1800 ticks apart.
        let found = try demultiplex(0x0f) { builder in
            for index in 0..<200 { builder.pes(256, id: 0xc0, presentation: Int64(index) * 1800, Units.adts(0)) }
        }
        let last = try #require(found.samples[0].last)
        #expect(abs(last.decodeTicks * 90 / 48 - 199 * 1800) < 9200)
        #expect(found.first.count + found.report.tracks[0].repairs.overlappingFrames == 200)
    }

    /// Returns a LATM element with its configuration: AAC-LC, 48 kHz, two channels.
    private static func latm(_ payload: [UInt8], hasConfiguration: Bool) -> [UInt8] {
        var bits: [UInt8] = []
        func add(_ value: Int, _ count: Int) { bits += (0..<count).map { UInt8(value >> (count - 1 - $0) & 1) } }
        add(hasConfiguration ? 0 : 1, 1)
        if hasConfiguration {
            // Version 0, one stream; object type 2, rate index 3, two channels; variable length, no other data, no CRC.
            let fields: [(Int, Int)] = [
                (0, 1), (1, 1), (0, 6), (0, 4), (0, 3), (2, 5), (3, 4), (2, 4), (0, 3), (0, 3), (255, 8), (0, 1),
                (0, 1),
            ]
            for (value, count) in fields {
                add(value, count)
            }
        }
        for _ in 0..<payload.count / 255 { add(255, 8) }
        add(payload.count % 255, 8)
        for byte in payload { add(Int(byte), 8) }
        while bits.count % 8 != 0 { bits.append(0) }
        let element = stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
        return [0x56, 0xe0 | UInt8(element.count >> 8), UInt8(element.count & 255)] + element
    }

    @Test(arguments: [20, 255, 400]) func latmIsReadWithItsConfiguration(size: Int) throws {
        let payloads = (0..<10).map { [UInt8](repeating: UInt8($0), count: size) }
        let found = try demultiplex(0x11) { builder in
            for (index, payload) in payloads.enumerated() {
                builder.pes(
                    256, id: 0xc0, presentation: Int64(index) * 1920,
                    Self.latm(payload, hasConfiguration: index % 3 == 0))
            }
        }
        #expect(found.first.map(\.bytes.bytes) == payloads)
        guard case .codedAudio(let format) = found.tracks[0].format else { return #expect(Bool(false)) }
        #expect(format.configuration.codecString == "mp4a.40.2")
        #expect(format.sampleRate == 48_000)
    }

    @Test func adtsDeclaredAsLATMIsRead() throws {
        let found = try demultiplex(0x11) { builder in
            for index in 0..<5 {
                builder.pes(256, id: 0xc0, presentation: Int64(index) * 1920, Units.adts(UInt8(index)))
            }
        }
        #expect(found.first.count == 5)
    }

    @Test func dependentSubstreamsAreInTheSampleOfTheirFrame() throws {
        let independent: [UInt8] = [0x0b, 0x77, 0x00, 0x3f, 0x34, 0x86] + [UInt8](repeating: 0, count: 122)
        let dependent: [UInt8] = [0x0b, 0x77, 0x40, 0x3f, 0x34, 0x86] + [UInt8](repeating: 0, count: 122)
        let found = try demultiplex(0x87) { builder in
            for index in 0..<5 {
                builder.pes(256, id: 0xbd, presentation: Int64(index) * 2880, independent + dependent)
            }
        }
        #expect(found.first.map(\.bytes.count) == [256, 256, 256, 256, 256])
        #expect(found.first.map(\.duration) == [1536, 1536, 1536, 1536, 1536])
    }

    @Test func packedAudioAfterID3TagIsRead() throws {
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        let frame =
            Array("PRIV".utf8) + [0, 0, 0, UInt8(owner.count + 8), 0, 0] + owner + [0, 0, 0, 0, 0, 1, 0x5f, 0x90]
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        let found = try #require(Demultiplexed(tag + (0..<10).flatMap { Units.adts(UInt8($0)) }))
        #expect(found.tracks.map(\.coding) == [.adts])
        #expect(found.samples[0].compactMap { $0.bytes.bytes.first } == (0..<10).map { UInt8($0) })
        #expect(found.first.map(\.decodeTicks) == (0..<10).map { Int64($0) * 1024 })
    }
}
