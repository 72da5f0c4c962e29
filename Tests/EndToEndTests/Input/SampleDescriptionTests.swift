import Foundation
import Testing

/// Tracks whose samples have different sample descriptions, and partly encrypted files.
@Suite struct SampleDescriptionTests {
    private static func clip(_ size: String, cuts: String = "frag_keyframe+") async throws -> Data {
        try Data(
            contentsOf: await made(
                "clip.mp4",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25:duration=4", "-pix_fmt", "yuv420p", "-c:v",
                    "libx264", "-preset", "ultrafast", "-g", "25", "-bf", "0", "-frag_duration", "200000", "-movflags",
                    "\(cuts)empty_moov+default_base_moof",
                ]))
    }

    @Test(arguments: profiles) func eachSampleDescriptionBeginsANewFormat(profile: String) async throws {
        try await Scratch.use { scratch in
            let first = MovieParts(try await Self.clip("160x96"))
            let second = MovieParts(try await Self.clip("320x192"))
            let file = scratch.file("two.mp4")
            try first.joined(with: second, after: 4 * 12_800).write(to: file)
            let presentation = try await scratch.segment(file, into: "out", "--interval", "2s", "--profile", profile)
            let video = try await presentation.rendition("video", in: scratch)
            let text = try String(contentsOf: video.url, encoding: .utf8)
            #expect(text.components(separatedBy: "#EXT-X-MAP").count == 3, "\(text)")
            #expect(text.components(separatedBy: "#EXT-X-DISCONTINUITY\n").count == 2, "\(text)")
            let counted = try await scratch.run(
                "ffprobe",
                [
                    "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0",
                    video.url.path,
                ]
            ).succeeded()
            #expect(counted.output.contains("200"), "\(counted)")
            _ = try await Player.gstreamer.play(presentation.multivariantURL, in: scratch)
        }
    }

    /// The second description starts with the sixth picture of its group: what cannot be decoded is left out, and said.
    @Test(arguments: [true, false]) func aDescriptionThatStartsWithinAGroup(isOtherSize: Bool) async throws {
        try await Scratch.use { scratch in
            // Each fragment has five pictures. The first part ends with the fifth picture of its group, so that the
            // frame numbers of a second part of the same size continue.
            var first = MovieParts(try await Self.clip("160x96"))
            first.fragments.removeLast(4)
            var second = MovieParts(try await Self.clip(isOtherSize ? "320x192" : "160x96", cuts: ""))
            second.fragments.removeFirst()
            let file = scratch.file("within.mp4")
            try first.joined(with: second, after: (80 - 5) * 512).write(to: file)
            let output = scratch.file("out")
            let outcome = try await scratch.sluice("segment", file.path, output.path, "--interval", "2s").succeeded()
            #expect(outcome.errors.contains("20 samples of the video track were dropped") == isOtherSize, "\(outcome)")
            let counted = try await scratch.run(
                "ffprobe",
                [
                    "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0",
                    output.appending(path: "index.m3u8").path,
                ]
            ).succeeded()
            #expect(counted.output.contains(isOtherSize ? "155" : "175"), "\(counted)")
            let findings = try await scratch.sluice("validate", output.path)
            #expect(findings.code == 0, "\(findings)")
        }
    }

    @Test func oneEncryptedSampleDescriptionIsEnoughToRefuse() async throws {
        try await Scratch.use { scratch in
            let first = MovieParts(try await Self.clip("160x96"))
            var second = MovieParts(try await Self.clip("320x192"))
            second.entry.replaceSubrange(4..<8, with: Data("encv".utf8))
            let file = scratch.file("protected.mp4")
            try first.joined(with: second, after: 4 * 12_800).write(to: file)
            let outcome = try await scratch.sluice("segment", file.path, scratch.file("out").path)
            #expect(outcome.code == 1 && outcome.errors.contains("is encrypted"), "\(outcome)")
        }
    }
}

/// The parts of a fragmented movie with one track.
private struct MovieParts {
    private var header: Data
    var fragments: [Data] = []
    /// The sample entry.
    var entry: Data

    init(_ bytes: Data) {
        header = Data()
        var offset = 0
        while offset + 8 <= bytes.count {
            let box = Data(bytes[offset..<offset + bytes.word(at: offset)])
            switch String(decoding: box[4..<8], as: UTF8.self) {
            case "ftyp", "moov": header += box
            case "moof": fragments.append(box)
            case "mdat": fragments[fragments.count - 1] += box
            default: break
            }
            offset += box.count
        }
        let descriptions = header.position(of: "stsd") - 4
        entry = Data(header[(descriptions + 16)..<(descriptions + header.word(at: descriptions))])
    }

    /// Returns a movie with both sample entries, in which the fragments of the other movie refer to the second one.
    func joined(with other: MovieParts, after ticks: Int) -> Data {
        var result = header
        let descriptions = result.position(of: "stsd") - 4
        let end = descriptions + result.word(at: descriptions)
        for type in ["moov", "trak", "mdia", "minf", "stbl", "stsd"] {
            let box = result.position(of: type) - 4
            result.set(result.word(at: box) + other.entry.count, at: box)
        }
        result.set(2, at: descriptions + 12)
        result.insert(contentsOf: other.entry, at: end)
        for fragment in fragments { result += fragment }
        for (number, fragment) in other.fragments.enumerated() {
            result += Self.second(fragment, number: fragments.count + number + 1, later: ticks)
        }
        return result
    }

    /// Returns a fragment with sample_description_index 2 in `tfhd`, delayed by some ticks.
    private static func second(_ fragment: Data, number: Int, later ticks: Int) -> Data {
        var fragment = fragment
        for type in ["moof", "traf", "tfhd"] {
            let box = fragment.position(of: type) - 4
            fragment.set(fragment.word(at: box) + 4, at: box)
        }
        fragment.set(number, at: fragment.position(of: "mfhd") + 8)
        // The time of tfdt has 64 bits; the data offset of trun is relative to moof.
        let time = fragment.position(of: "tfdt") + 12
        fragment.set(fragment.word(at: time) + ticks, at: time)
        let offset = fragment.position(of: "trun") + 12
        fragment.set(fragment.word(at: offset) + 4, at: offset)
        let header = fragment.position(of: "tfhd")
        fragment.set(fragment.word(at: header + 4) | 2, at: header + 4)
        fragment.insert(contentsOf: [0, 0, 0, 2], at: header + 12)
        return fragment
    }
}

extension Data {
    fileprivate func word(at offset: Int) -> Int { self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

    fileprivate mutating func set(_ value: Int, at offset: Int) {
        for byte in 0..<4 { self[offset + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte)) }
    }

    /// Returns the offset of the type field of the first box of this type.
    fileprivate func position(of type: String) -> Int { range(of: Data(type.utf8))?.lowerBound ?? 0 }
}
