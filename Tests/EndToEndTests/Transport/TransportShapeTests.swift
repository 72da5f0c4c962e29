import Foundation
import Testing

/// Transport streams are packaged as ffmpeg copies them, access unit by access unit.
@Suite struct TransportShapeTests {
    @Test(arguments: TransportShape.all, profiles)
    func everyAccessUnitIsKept(shape: TransportShape, profile: String) async throws {
        try await Scratch.use { scratch in
            let input = try await shape.file()
            let missing = shape.leftOut.keys.sorted().flatMap { ["--allow-missing", $0] }
            let outcome = try await scratch.command(
                ["segment", input.path, scratch.file("out").path, "--interval", "1s", "--profile", profile] + missing
            ).run().succeeded()
            for words in shape.leftOut.values { #expect(outcome.errors.contains(words), "\(outcome)") }
            if shape.leftOut.isEmpty { #expect(!outcome.errors.contains("left out"), "\(outcome)") }
            let presentation = try Presentation(folder: scratch.file("out"))
            let types = [shape.video.map { _ in "video" }, shape.audio.map { _ in "audio" }].compactMap(\.self)
                .filter { shape.leftOut[$0] == nil }
            #expect(presentation.renditions.count == types.count, "\(outcome)")
            for type in types {
                let rendition = try await presentation.rendition(type, in: scratch)
                try await expectSame(input, rendition, type, in: scratch)
            }
        }
    }

    /// Compares with the samples that ffmpeg copies into a movie.
    private func expectSame(_ input: URL, _ rendition: Rendition, _ type: String, in scratch: Scratch) async throws {
        let copy = scratch.file("\(type)-copied.mp4")
        _ = try await scratch.run(
            "ffmpeg",
            [
                "-v", "error", "-i", input.path, "-map", "0:\(type.prefix(1)):0", "-c", "copy", "-strict", "-2",
                copy.path,
            ]
        ).succeeded()
        let joined = try rendition.joined(in: scratch)
        let before = try await PacketList(copy, isRaw: true, in: scratch)
        let after = try await PacketList(joined, isRaw: true, in: scratch)
        #expect(try before.packets(type).count == after.packets(type).count, "\(type)")
        if try before.track(type).codec_name == "hevc" {
            // ffmpeg assigns the first zero of the next start code to the preceding access unit.
            #expect(try NALUnits(of: copy, before.packets(type)) == NALUnits(of: joined, after.packets(type)))
        } else {
            #expect(try before.packets(type).map(\.data_hash) == after.packets(type).map(\.data_hash), "\(type)")
        }
        let (base, newBase) = try (before.track(type).time_base, after.track(type).time_base)
        let first = try (#require(before.packets(type).first?.pts), #require(after.packets(type).first?.pts))
        for (one, other) in try zip(before.packets(type), after.packets(type)) {
            let distance =
                Double(try #require(one.pts) - first.0) * base.value
                - Double(try #require(other.pts) - first.1) * newBase.value
            // ffmpeg writes packed AC-3 with times in units of 1/90000 s.
            guard abs(distance) < 0.0005 else {
                Issue.record("\(type): \(one) became \(other)")
                return
            }
        }
    }

    /// Returns the NAL units of samples, without trailing zeros.
    private struct NALUnits: Equatable {
        var samples: [[Data]]

        init(of file: URL, _ packets: [PacketList.Packet]) throws {
            let data = try Data(contentsOf: file)
            samples = try packets.map { packet in
                let start = try #require(packet.pos.flatMap { Int($0) })
                var rest = data[start..<start + (try #require(Int(packet.size)))]
                var units: [Data] = []
                while rest.count > 4 {
                    let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                    var unit = rest.dropFirst(4).prefix(size)
                    while unit.last == 0 { unit.removeLast() }
                    units.append(Data(unit))
                    rest = rest.dropFirst(4 + size)
                }
                return units
            }
        }
    }
}
