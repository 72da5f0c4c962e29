import Foundation
import Media
import OutsidePrograms
import Testing

@testable import GStreamerStages

/// The delay and padding of encoders, which are decoded and not presented.
@Suite struct AudioTrimmingTests {
    /// One second of 48 kHz in each.
    static let files: [(name: String, options: String)] = [
        ("a.mkv", "-c:a libopus"), ("b.mkv", "-c:a libopus -frame_duration 2.5"), ("c.ogg", "-c:a libopus"),
        ("d.ogg", "-c:a libopus -frame_duration 2.5"), ("e.mp3", "-c:a libmp3lame"),
        ("f.mp3", "-ac 2 -c:a libmp3lame -q:a 4"),
    ]

    @Test(arguments: files) func whatIsPresentedIsWhatWasEncoded(file: (name: String, options: String)) async throws {
        let folder = try TestFolder()
        let options = file.options.split(separator: " ").map(String.init)
        let reading = try await ContainerReading.make(file.name, audio: options, in: folder)
        let track = try #require(reading.collector.tracks.first)
        let samples = reading.samples(.audio)
        #expect(track.priming > 0 && samples.first?.decodeTicks == -track.priming)
        for (sample, next) in zip(samples, samples.dropFirst()) {
            #expect(sample.decodeTicks + sample.duration == next.decodeTicks)
        }
        #expect(samples.reduce(-track.priming) { $0 + $1.duration } == 48_000)
    }

    private static func packets(_ count: Int) -> [Sample] {
        (0..<count).map {
            Sample(
                track: Track.ID(rawValue: 1), timescale: 48_000, decodeTicks: Int64($0) * 1152, duration: 1152,
                flags: .sync, bytes: ByteSlice(copying: [1]))
        }
    }

    private static func trimmed(_ trimming: EndTrimming, _ samples: [Sample], padding: [Int64] = []) -> ([Int64], Int) {
        var trimming = trimming
        var durations: [Int64] = []
        for (index, sample) in samples.enumerated() {
            trimming.add(sample, padding: index < padding.count ? padding[index] : 0) { durations.append($0.duration) }
        }
        let empty = trimming.finish { durations.append($0.duration) }
        return (durations, empty)
    }

    @Test func paddingMaySpanPackets() {
        let packets = Self.packets(5)
        #expect(Self.trimmed(EndTrimming(padding: 1500, packetCount: 5), packets) == ([1152, 1152, 1152, 804], 1))
        #expect(Self.trimmed(EndTrimming(padding: 9999, packetCount: 5), packets) == ([], 5))
        // A file that was cut or joined has another number of packets.
        #expect(
            Self.trimmed(EndTrimming(padding: 1500, packetCount: 6), packets) == ([1152, 1152, 1152, 1152, 1152], 0))
    }

    @Test func onlyTheLastPacketLosesThePaddingThatItDeclares() {
        let packets = Self.packets(3)
        #expect(Self.trimmed(EndTrimming(), packets, padding: [0, 500, 0]) == ([1152, 1152, 1152], 0))
        #expect(Self.trimmed(EndTrimming(), packets, padding: [0, 500, 152]) == ([1152, 1152, 1000], 0))
        #expect(Self.trimmed(EndTrimming(), packets, padding: [0, 0, 5000]) == ([1152, 1152], 1))
        #expect(Self.trimmed(EndTrimming(), []) == ([], 0))
    }

    /// The bytes of a Matroska file without the CodecDelay of its only track, which ffmpeg writes since version 6: a Void
    /// element replaces it.
    private static func undelayed(_ file: Data) throws -> Data {
        var bytes = [UInt8](file)
        let id: [UInt8] = [0x56, 0xaa]
        guard let place = bytes.indices.dropLast(2).first(where: { bytes[$0..<$0 + 2].elementsEqual(id) }) else {
            return file
        }
        let content = Int(bytes[place + 2] & 0x7f)
        try #require(content <= 8)
        bytes.replaceSubrange(
            place..<place + 3 + content,
            with: [0xec, 0x80 | UInt8(content + 1)] + [UInt8](repeating: 0, count: content + 1))
        return Data(bytes)
    }

    /// The bytes of a Matroska file with a CodecDelay of 20 ms in its only track.
    private static func delayed(_ file: Data) throws -> Data {
        let delay: [UInt8] = [0x56, 0xaa, 0x84, 0x01, 0x31, 0x2d, 0x00]
        let bytes = [UInt8](file)
        func find(_ id: [UInt8], from start: Int) throws -> Int {
            try #require((start..<bytes.count - id.count).first { bytes[$0..<$0 + id.count].elementsEqual(id) })
                + id.count
        }
        func size(_ at: Int) -> (value: Int, length: Int) {
            let length = bytes[at].leadingZeroBitCount + 1
            let marked = bytes[at..<at + length].reduce(0) { $0 << 8 | Int($1) }
            let value = marked & ((1 << (7 * length)) - 1)
            return (value, length)
        }
        func sized(_ value: Int) -> [UInt8] {
            [0x10 | UInt8(value >> 24)] + [16, 8, 0].map { UInt8(value >> $0 & 255) }
        }
        // The first occurrence is in the seek head.
        let tracks = try find([0x16, 0x54, 0xae, 0x6b], from: find([0x16, 0x54, 0xae, 0x6b], from: 0))
        // A checksum of four bytes may precede the entry; it is skipped.
        let start = tracks + size(tracks).length
        let entry = bytes[start] == 0xbf ? start + 7 : start + 1
        try #require(bytes[entry - 1] == 0xae)
        let (tracksSize, entrySize) = (size(tracks), size(entry))
        let fields = entry + entrySize.length
        let track = [0xae] + sized(entrySize.value + delay.count) + delay + bytes[fields..<fields + entrySize.value]
        let rest = fields + entrySize.value..<tracks + tracksSize.length + tracksSize.value
        let content = track + bytes[rest]
        return Data(bytes[..<tracks] + sized(content.count) + content + bytes[rest.upperBound...])
    }

    @Test func theCodecDelayOfMatroskaIsPriming() async throws {
        let folder = try TestFolder()
        // Without a known size of the segment, nothing else changes with the length of its tracks.
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:duration=1:sample_rate=48000", "-c:a", "aac",
            "-live", "1", folder.path("made.mkv"))
        try Self.undelayed(Data(contentsOf: folder.url("made.mkv"))).write(to: folder.url("plain.mkv"))
        try Self.delayed(Data(contentsOf: folder.url("plain.mkv"))).write(to: folder.url("delayed.mkv"))
        let plain = try await ContainerReading(folder.path("plain.mkv"))
        let delayed = try await ContainerReading(folder.path("delayed.mkv"))
        #expect(plain.collector.tracks.first?.priming == 0 && plain.samples(.audio).first?.decodeTicks == 0)
        #expect(delayed.collector.tracks.first?.priming == 960 && delayed.samples(.audio).first?.decodeTicks == -960)
        #expect(delayed.samples(.audio).count == plain.samples(.audio).count)
    }
}
