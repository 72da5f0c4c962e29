import Foundation
import Media
import OutsidePrograms
import Testing

@testable import Matroska

/// Files of ffmpeg, whose packets are compared with those that ffprobe reads.
@Suite struct ProbedFileTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var name: String
        var video: String?
        var audio: String?
        var rate = "25"
        var testDescription: String { "\(name) \(video ?? "") \(audio ?? "") \(rate)" }
    }

    private static let x264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30"

    static let shapes = [
        Shape(name: "a.mkv", video: x264 + " -bf 2", audio: "-c:a aac", rate: "30000/1001"),
        Shape(name: "b.mkv", video: x264 + " -bf 3 -b_strategy 0 -x264-params b-pyramid=strict", audio: "-c:a flac"),
        Shape(name: "c.mkv", video: "-c:v libx265 -x265-params log-level=none:keyint=20", audio: "-c:a ac3"),
        Shape(
            name: "d.webm", video: "-c:v libvpx-vp9 -auto-alt-ref 1 -lag-in-frames 16 -b:v 100k", audio: "-c:a libopus"),
        Shape(name: "e.mkv", video: "-c:v libaom-av1 -cpu-used 8", audio: "-c:a eac3", rate: "24000/1001"),
        Shape(name: "f.mkv", audio: "-c:a libmp3lame"), Shape(name: "g.mkv", audio: "-c:a libopus -frame_duration 2.5"),
        Shape(name: "h.mkv", audio: "-c:a alac"), Shape(name: "i.mkv", audio: "-c:a pcm_s24le"),
        Shape(name: "j.webm", video: "-c:v libvpx -b:v 100k -auto-alt-ref 0", audio: "-c:a libopus"),
        Shape(name: "k.mkv", video: x264 + " -bf 2", audio: "-c:a aac", rate: "60"),
        Shape(name: "l.webm", video: "-c:v libvpx-vp9 -b:v 100k -live 1", audio: "-c:a libopus -dash 0"),
    ]

    private static func make(_ shape: Shape, in folder: TestFolder) throws -> String {
        var arguments = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=128x72:rate=\(shape.rate):duration=3"]
        arguments += ["-f", "lavfi", "-i", "sine=duration=3:sample_rate=48000"]
        arguments += shape.video.map { ["-map", "0"] + $0.split(separator: " ").map(String.init) } ?? []
        arguments += shape.audio.map { ["-map", "1"] + $0.split(separator: " ").map(String.init) } ?? []
        try command("ffmpeg", arguments + [folder.path(shape.name)])
        return folder.path(shape.name)
    }

    @Test(arguments: shapes) func packetsEqualThoseOfFFprobe(shape: Shape) throws {
        let folder = try TestFolder()
        let path = try Self.make(shape, in: folder)
        let reading = try Reading([UInt8](try Data(contentsOf: URL(filePath: path))))
        let packets = try ProbedPacket.packets(path)
        #expect(reading.demultiplexer.damage == MatroskaDamage())
        #expect(reading.demultiplexer.tracks.count == (shape.video == nil ? 0 : 1) + (shape.audio == nil ? 0 : 1))
        for (stream, found) in reading.demultiplexer.tracks.enumerated() {
            let track = try #require(found.track, "\(found.obstacle ?? "")")
            try compare(reading.samples(of: track.id.rawValue), packets.filter { $0.stream == stream }, track)
            #expect(reading.counts(track.id.rawValue)?.movedCount == 0)
        }
    }

    private func compare(_ samples: [Sample], _ packets: [ProbedPacket], _ track: Track) throws {
        try #require(samples.count == packets.count, "\(samples.count) of \(packets.count)")
        for (sample, packet) in zip(samples, packets) {
            #expect(sample.bytes.count == packet.size, "\(packet)")
            #expect(ProbedPacket.digest(sample.bytes.bytes) == packet.digest, "\(packet)")
            #expect(sample.isSync == packet.isKey)
            let milliseconds = sample.presentationTime.ticks(at: 1000)
            // ffprobe subtracts no delay, and its times are rounded.
            let expected = packet.presentation ?? .min
            #expect(abs(milliseconds - expected) <= 1, "\(sample.presentationTime), \(expected) ms")
        }
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.decodeTicks + $0.duration == $1.decodeTicks })
        #expect(samples.allSatisfy { $0.presentationOffset >= 0 && $0.duration > 0 })
        guard track.mediaType == .video else { return }
        let durations = Set(samples.map(\.duration))
        #expect(durations.count == 1, "\(durations.sorted())")
    }

    /// Encoders hide frames in superframes; other muxers give each of them a block.
    @Test func hiddenFramesJoinTheShownOne() throws {
        let folder = try TestFolder()
        let path = folder.path("a.webm")
        // The first pass finds the frames to hide.
        for pass in ["1", "2"] {
            let input = ["-v", "error", "-y", "-f", "lavfi", "-i", "mandelbrot=size=128x72:rate=25", "-t", "3"]
            let codec = ["-c:v", "libvpx-vp9", "-b:v", "300k", "-auto-alt-ref", "1", "-lag-in-frames", "16"]
            try command(
                "ffmpeg",
                input + codec + ["-speed", "4", "-pass", pass, "-passlogfile", folder.path("log"), path])
        }
        let original = try Reading([UInt8](try Data(contentsOf: URL(filePath: path))))
        let size = EBMLWriter.number(0xb0, 128) + EBMLWriter.number(0xba, 72)
        let fields = EBMLWriter.element(0xe0, size) + EBMLWriter.number(0x23_e383, 40_000_000)
        var builder = FileBuilder(tracks: [FileBuilder.track(1, "V_VP9", type: 1, fields)])
        var (blocks, hiddenCount): ([UInt8], Int) = ([], 0)
        for sample in original.samples {
            let frames = VP9Superframe(sample.bytes).frames
            hiddenCount += frames.count - 1
            let time = Int16(sample.presentationTime.ticks(at: 1000))
            blocks += frames.flatMap { FileBuilder.simpleBlock(time: time, isKey: sample.isSync, $0.bytes) }
        }
        builder.clusters = FileBuilder.cluster(0, blocks)
        let reading = try Reading(builder.bytes)
        #expect(hiddenCount > 0 && reading.counts()?.joinedCount == hiddenCount)
        #expect(reading.samples.map(\.bytes) == original.samples.map(\.bytes))
        #expect(reading.samples.map(\.decodeTicks) == original.samples.map(\.decodeTicks))
    }

    @Test func lacedFilesEqualThoseOfFFprobe() throws {
        let folder = try TestFolder()
        let path = try Self.make(Shape(name: "a.mkv", audio: "-c:a libmp3lame -q:a 4"), in: folder)
        let original = try Reading([UInt8](try Data(contentsOf: URL(filePath: path))))
        var builder = FileBuilder(tracks: [
            FileBuilder.audio(1, EBMLWriter.element(0xe1, EBMLWriter.float(0xb5, 48_000)))
        ])
        let groups = stride(from: 0, to: original.samples.count - 4, by: 4).map { original.samples[$0..<$0 + 4] }
        let blocks = groups.enumerated().map { index, group in
            FileBuilder.laced(
                group.map(\.bytes.bytes), isXiph: index.isMultiple(of: 2),
                time: Int16(group.first?.presentationTime.ticks(at: 1000) ?? 0))
        }
        builder.clusters = FileBuilder.cluster(0, blocks.flatMap { $0 })
        try Data(builder.bytes).write(to: folder.url("laced.mkv"))
        let reading = try Reading(builder.bytes)
        let packets = try ProbedPacket.packets(folder.path("laced.mkv"))
        #expect(reading.samples.map { ProbedPacket.digest($0.bytes.bytes) } == packets.map(\.digest))
        #expect(packets.count == 4 * groups.count && packets.count > 100)
        // Later releases of ffmpeg declare the delay of the encoder, which the built file does not.
        let delay = (original.samples.first?.decodeTicks ?? 0) - (reading.samples.first?.decodeTicks ?? 0)
        let expected = original.samples.prefix(packets.count).map { $0.decodeTicks - delay }
        #expect(reading.samples.map(\.decodeTicks) == expected)
    }
}
