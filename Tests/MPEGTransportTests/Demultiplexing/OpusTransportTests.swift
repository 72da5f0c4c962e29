import MPEGTransport
import Media
import Testing

/// Opus in PES packets, after control headers.
struct OpusTransportTests {
    /// A packet of 20 ms (configuration 31, one frame) of `size` bytes.
    private static func unit(_ number: UInt8, size: Int, trim: (start: Int, end: Int) = (0, 0)) -> [UInt8] {
        var header: [UInt8] = [0x7f, 0xe0 | (trim.start > 0 ? 0x10 : 0) | (trim.end > 0 ? 0x08 : 0)]
        header += [UInt8](repeating: 255, count: size / 255) + [UInt8(size % 255)]
        for trim in [trim.start, trim.end] where trim > 0 { header += [UInt8(trim >> 8), UInt8(trim & 255)] }
        return header + [0xfc] + [UInt8](repeating: number, count: size - 1)
    }

    private static func stream(channels: UInt8) -> StreamBuilder {
        var builder = StreamBuilder()
        let descriptors = [5, 4] + Array("Opus".utf8) + [0x7f, 2, 0x80, channels]
        builder.tables([(1, 4096, [.init(pid: 256, type: 6, descriptors: descriptors)])])
        return builder
    }

    @Test func opusPacketsAreReadWithTrimming() throws {
        var builder = Self.stream(channels: 2)
        let sizes = [3, 254, 255, 256, 700]
        for (number, size) in sizes.enumerated() {
            let trim = (start: number == 0 ? 312 : 0, end: number == 4 ? 100 : 0)
            builder.pes(
                256, id: 0xbd, presentation: Int64(number) * 1800, isBounded: true,
                Self.unit(UInt8(number), size: size, trim: trim))
        }
        let found = try #require(Demultiplexed(builder.bytes))
        #expect(found.tracks.map(\.coding) == [.opus])
        #expect(found.tracks.map(\.priming) == [312])
        #expect(found.first.map(\.bytes.count) == sizes)
        #expect(found.first.map(\.duration) == [960, 960, 960, 960, 860])
        guard case .codedAudio(let audio)? = found.tracks.first?.format else { return }
        #expect(audio.configuration.box("dOps")?[..<4].elementsEqual([0, 2, 1, 56]) ?? false)
    }

    @Test func opusPacketsAreMeasuredWithTheirDurations() throws {
        var builder = Self.stream(channels: 2)
        for number in 0..<5 {
            let units = Self.unit(UInt8(number), size: 40) + Self.unit(UInt8(number), size: 300)
            builder.pes(256, id: 0xbd, presentation: 90_000 + Int64(number) * 3600, isBounded: true, units)
        }
        let track = try #require(TransportMeasurement(ByteSlice(copying: builder.bytes)).streams.first?.track)
        #expect(track.sampleCount == 10 && track.jump == nil)
        #expect(track.decodeStart == 90_000 && track.decodeEnd == 108_000 && track.duration == 18_000)
        #expect(track.shortestDuration == 1800 && track.longestDuration == 1800)
    }

    @Test func sixChannelsHaveTheirChannelMapping() throws {
        var builder = Self.stream(channels: 6)
        for number in 0..<3 {
            builder.pes(256, id: 0xbd, presentation: Int64(number) * 1800, Self.unit(UInt8(number), size: 40))
        }
        let found = try #require(Demultiplexed(builder.bytes))
        guard case .codedAudio(let audio)? = found.tracks.first?.format else {
            Issue.record("no audio")
            return
        }
        #expect(audio.channelCount == 6)
        #expect(audio.configuration.box("dOps") == [0, 6, 0, 0, 0, 0, 0xbb, 0x80, 0, 0, 1, 4, 2, 0, 4, 1, 2, 3, 5])
    }
}
