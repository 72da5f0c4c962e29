import Foundation
import Media
import OutsidePrograms
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct AudioEncodeTests {
    static func audio(
        _ wave: TestAudio.Wave = .sine, rate: Int = 48_000, channels: Int = 2, duration: MediaTime
    ) async throws -> [Message<Frame>] {
        var options = TestAudio.Options()
        (options.wave, options.rate, options.channels, options.duration) = (wave, rate, channels, duration)
        let collector = Collector<Frame>()
        try await TestAudio(options: options).run(output: collector, context: .alone())
        return collector.messages
    }

    static func encode(
        _ messages: [Message<Frame>], _ options: AudioEncode.Options = AudioEncode.Options()
    ) async throws -> Collector<Sample> {
        let collector = Collector<Sample>()
        try await AudioEncode(options: options).run(
            input: QueuedInlet(messages), output: collector, context: .alone())
        return collector
    }

    @Test(arguments: [44_100, 48_000], [1, 2]) func packetsAreContiguousAndComplete(rate: Int, channels: Int)
        async throws
    {
        let collector = try await Self.encode(
            try await Self.audio(rate: rate, channels: channels, duration: .milliseconds(3333)))
        let track = try #require(collector.tracks.first)
        #expect(track.timescale == Int32(rate))
        #expect(track.priming == 1024)
        let packets = collector.payloads
        #expect(packets.map(\.decodeTicks) == packets.indices.map { Int64($0) * 1024 - 1024 })
        #expect(packets.allSatisfy { $0.duration == 1024 && $0.isSync && $0.presentationOffset == 0 })
        let samples = MediaTime.milliseconds(3333).ticks(at: Int32(rate), rounding: .up)
        let end = try #require(packets.last).decodeTicks + 1024
        #expect(end >= samples, "the end of the input is encoded")
        #expect(end < samples + 1024, "no packet follows the end of the input")
        guard case .codedAudio(let format) = track.format, case .aac(let config) = format.configuration else {
            Issue.record("not AAC: \(track.format)")
            return
        }
        #expect(format.channelCount == channels)
        #expect(config.bytes[0] >> 3 == 2, "AAC-LC")
    }

    /// Decodes with ffmpeg, which discards nothing from a stream with ADTS headers.
    @Test func decodedImpulseMatchesPacketTime() async throws {
        let collector = try await Self.encode(
            try await Self.audio(.ticks, channels: 1, duration: .seconds(3)))
        let decoded = try decodeAAC(collector.payloads, rate: 48_000, channels: 1)
        let origin = try #require(collector.payloads.first).presentationTicks
        for second in 0..<3 {
            let expected = second * 48_000 - Int(origin)
            let window = decoded[max(0, expected - 480)..<min(decoded.count, expected + 480)]
            let peak = window.map(abs).max() ?? 0
            let onset = try #require(window.firstIndex { abs($0) > peak / 4 })
            #expect(abs(onset - expected) < 24, "second \(second): \(onset - expected) samples off")
        }
    }

    @Test func aRealGapIsKept() async throws {
        let sound = try await Self.audio(duration: .seconds(2))
        let shifted = sound.map { message in
            guard case .payload(var frame) = message, frame.presentationTicks >= 48_000 else { return message }
            frame.presentationTicks += 24_000
            return .payload(frame)
        }
        let packets = try await Self.encode(shifted).payloads
        let steps = zip(packets, packets.dropFirst()).map { $1.decodeTicks - $0.decodeTicks }
        #expect(steps.count { $0 != 1024 } == 1)
        let end = try #require(packets.last).decodeTicks + 1024
        #expect(abs(end - 120_000) <= 1024)
    }

    @Test func audioIsConvertedOnRequest() async throws {
        var options = AudioEncode.Options()
        (options.rate, options.channels) = (44_100, 1)
        let track = try #require(
            try await Self.encode(try await Self.audio(duration: .seconds(1)), options).tracks.first)
        guard case .codedAudio(let format) = track.format else {
            Issue.record("not coded audio")
            return
        }
        #expect(format.sampleRate == 44_100 && format.channelCount == 1)
    }

    @Test func aRateThatAACLacksIsRefused() {
        var options = AudioEncode.Options()
        options.rate = 40_000
        #expect(throws: StageError.self) { try AudioEncode(options: options) }
    }
}

/// Decodes all AAC-LC packets with ffmpeg into samples.
func decodeAAC(_ packets: [Sample], rate: Int, channels: Int) throws -> [Int16] {
    let folder = try TestFolder()
    let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000]
    let index = rates.firstIndex(of: rate)!
    var stream = Data()
    for packet in packets {
        let length = packet.bytes.count + 7
        stream.append(contentsOf: [
            0xff, 0xf1, UInt8(1 << 6 | index << 2 | channels >> 2),
            UInt8((channels & 3) << 6 | length >> 11), UInt8(length >> 3 & 0xff), UInt8((length & 7) << 5 | 0x1f), 0xfc,
        ])
        stream.append(contentsOf: packet.bytes.bytes)
    }
    try stream.write(to: folder.url("sound.aac"))
    try command("ffmpeg", "-v", "error", "-i", folder.path("sound.aac"), "-f", "s16le", folder.path("sound.raw"))
    return try Data(contentsOf: folder.url("sound.raw")).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
}
