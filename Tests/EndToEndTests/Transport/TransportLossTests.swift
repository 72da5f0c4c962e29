import Foundation
import Testing

/// Lost packets of a transport stream, and bytes other than packets, are reported.
@Suite struct TransportLossTests {
    private static let shape = TransportShape(description: "to be changed")

    private func changed(_ name: String, _ change: @escaping @Sendable ([Data]) -> [Data]) async throws -> URL {
        try await made("\(name).ts", from: Self.shape.file(), as: name) { data in
            let packets = stride(from: 0, through: data.count - 188, by: 188).map { Data(data[$0..<$0 + 188]) }
            return Data(change(packets).joined())
        }
    }

    private static func pid(_ packet: Data) -> Int { Int(packet[1] & 0x1f) << 8 | Int(packet[2]) }

    private func segment(_ input: URL, _ options: String..., in scratch: Scratch) async throws -> Outcome {
        try await scratch.command(["segment", input.path, scratch.file("out").path] + options).run()
    }

    @Test func lostPacketsFailTheRunUnlessTolerated() async throws {
        try await Scratch.use { scratch in
            let input = try await changed("lost") { packets in
                let video = packets.indices.filter { Self.pid(packets[$0]) == 256 }
                let middle = video[video.count / 2]
                return packets.indices.filter { $0 != middle }.map { packets[$0] }
            }
            let failed = try await segment(input, in: scratch)
            #expect(failed.code == 1, "\(failed)")
            #expect(failed.errors.contains(/track video \(H.264 video\): 1 frame damaged, 1 transport packet lost, at/))
            let tolerated = try await segment(input, "--allow-damage", "1", in: scratch)
            #expect(tolerated.code == 0 && tolerated.errors.contains("warning"), "\(tolerated)")
        }
    }

    @Test func lostAudioIsTheCauseOfItsGap() async throws {
        try await Scratch.use { scratch in
            let input = try await changed("without-audio") { packets in
                let audio = packets.indices.filter { Self.pid(packets[$0]) == 257 }
                let lost = Set(audio[audio.count / 4..<audio.count * 3 / 4])
                return packets.indices.filter { !lost.contains($0) }.map { packets[$0] }
            }
            let outcome = try await segment(input, "--allow-damage", "100", "--interval", "1s", in: scratch).succeeded()
            let gap = /'audio' has a gap \(EXT-X-GAP\) from 1\d.* s: the input is damaged: transport/
            #expect(outcome.errors.contains(gap), "\(outcome)")
        }
    }

    @Test func bytesBetweenPacketsFailTheRun() async throws {
        try await Scratch.use { scratch in
            let input = try await changed("between") { packets in
                Array(packets[..<300]) + [Data(count: 333)] + Array(packets[300...])
            }
            let outcome = try await segment(input, in: scratch)
            #expect(outcome.code == 1, "\(outcome)")
            #expect(outcome.errors.contains("skipped damaged bytes between samples, 1 time"), "\(outcome)")
        }
    }

    @Test func picturesBeforeTheFirstParameterSetsAreCounted() async throws {
        try await Scratch.use { scratch in
            // The tables again, followed by the middle of the first group of pictures.
            let input = try await changed("middle") { packets in
                let video = packets.indices.filter { Self.pid(packets[$0]) == 256 && packets[$0][1] & 0x40 != 0 }
                return Array(packets[..<3]) + Array(packets[video[20]...])
            }
            let outcome = try await segment(input, in: scratch).succeeded()
            #expect(
                outcome.errors.contains(
                    /left out: 5 samples of H.264 video, PID 256 .* precede the first parameter sets/),
                "\(outcome)")
        }
    }

    @Test func scrambledStreamsAreNamed() async throws {
        try await Scratch.use { scratch in
            let input = try await changed("scrambled") { packets in
                packets.map { packet in
                    var packet = packet
                    if Self.pid(packet) == 257 { packet[3] |= 0x80 }
                    return packet
                }
            }
            let refused = try await segment(input, in: scratch)
            #expect(refused.code == 1 && refused.errors.contains("--allow-missing audio"), "\(refused)")
            let outcome = try await segment(input, "--allow-missing", "audio", in: scratch).succeeded()
            #expect(outcome.errors.contains(/left out: AAC audio, PID 257 .* which is scrambled/), "\(outcome)")
        }
    }

    @Test func programsThatAreNotReadAreNamedAndCanBeChosen() async throws {
        try await Scratch.use { scratch in
            let input = try await made(
                "programs.ts",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=2", "-f", "lavfi", "-i",
                    "sine=duration=3", "-map", "0", "-map", "1", "-c:v", "libx264", "-c:a", "aac", "-program",
                    "program_num=1:st=0", "-program", "program_num=2:st=1",
                ])
            let outcome = try await segment(input, in: scratch).succeeded()
            #expect(outcome.errors.contains("left out: program 2 of"), "\(outcome)")
            let text = """
                stages:
                  movie: { use: ts.read, with: { path: "\(input.path)", program: 2 } }
                  segments: { use: fmp4.segment, from: movie }
                  playlists: { use: hls.playlist, from: segments, with: { type: vod } }
                  folder: { use: file.folder, from: playlists, with: { path: "\(scratch.file("second").path)" } }
                """
            _ = try await scratch.run(pipeline: text).succeeded()
            let presentation = try Presentation(folder: scratch.file("second"))
            #expect(presentation.renditions.count == 1)
            #expect(try await presentation.types(of: presentation.renditions[0], in: scratch) == ["audio"])
        }
    }

    @Test func joinedStreamsFollowEachOther() async throws {
        try await Scratch.use { scratch in
            let input = try await changed("joined") { $0 + $0 }
            let outcome = try await segment(input, in: scratch).succeeded()
            #expect(!outcome.errors.contains("warning"), "\(outcome)")
            let video = try await Presentation(folder: scratch.file("out")).rendition("video", in: scratch)
            #expect(try await video.packets(in: scratch).packets("video").count == 200)
            #expect(try abs(video.mediaSeconds() - 8) < 0.2)
        }
    }

    @Test func latmIsCarriedAsRawAAC() async throws {
        try await Scratch.use { scratch in
            var shape = TransportShape(description: "LATM", muxing: ["-mpegts_flags", "latm"])
            shape.video = nil
            let input = try await shape.file()
            _ = try await segment(input, in: scratch).succeeded()
            let audio = try await Presentation(folder: scratch.file("out")).rendition("audio", in: scratch)
            var decoded: [String] = []
            for file in [input, try audio.joined(in: scratch)] {
                let outcome = try await scratch.run(
                    "ffmpeg", ["-v", "error", "-i", file.path, "-f", "s16le", "-c:a", "pcm_s16le", "-f", "md5", "-"]
                ).succeeded()
                decoded.append(outcome.output)
            }
            #expect(decoded[0] == decoded[1])
        }
    }

    @Test func aStreamWithNothingToCarryIsRefusedWithItsStreams() async throws {
        try await Scratch.use { scratch in
            var shape = TransportShape(description: "DTS alone", audio: ["-c:a", "dca", "-strict", "-2"])
            shape.video = nil
            let outcome = try await segment(shape.file(), in: scratch)
            #expect(outcome.code == 1 && outcome.errors.contains("(DTS audio), which HLS"), "\(outcome)")
            #expect(outcome.errors.contains("--encode"), "\(outcome)")
        }
    }
}
