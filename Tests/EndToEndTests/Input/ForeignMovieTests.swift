import Foundation
import Testing

/// MP4 and QuickTime files of other writers: every packet is published, or counted with its reason.
@Suite struct ForeignMovieTests {
    private static let coding = [
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=8", "-f", "lavfi", "-i",
        "sine=sample_rate=48000:duration=8", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-g",
        "50", "-keyint_min", "50", "-sc_threshold", "0", "-c:a", "aac",
    ]
    private static let fragments = ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]
    private static let leadingGroups = [
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=12", "-pix_fmt", "yuv420p", "-c:v", "libx265",
        "-preset", "ultrafast", "-x265-params", "log-level=error:keyint=50:min-keyint=50:open-gop=1:bframes=3",
        "-tag:v", "hvc1",
    ]

    /// An input and the numbers of video and audio packets that are left out of it.
    struct Shape: Sendable, CustomTestStringConvertible {
        var name: String
        var arguments: [String] = coding
        /// Changes the bytes that ffmpeg wrote.
        var change: @Sendable (Data) throws -> Data = { $0 }
        /// The reasons that the warnings name.
        var reasons: [String] = []

        var testDescription: String { name }

        func file(in scratch: Scratch) async throws -> URL {
            let url = scratch.file("changed-\(name)")
            try change(Data(contentsOf: try await made(name, byFFmpeg: arguments))).write(to: url)
            return url
        }
    }

    static let shapes: [Shape] = [
        Shape(name: "plain.mp4"),
        Shape(name: "plain.mov"),
        Shape(name: "reordered.mp4", arguments: coding + ["-bf", "3", "-preset", "medium"]),
        Shape(name: "fragments.mp4", arguments: coding + fragments),
        Shape(name: "hybrid.mp4", arguments: coding + ["-movflags", "frag_keyframe"]),
        Shape(
            name: "hole.mp4", arguments: coding + fragments, change: { try $0.withoutFragment(1) },
            reasons: ["1 gap of", "EXT-X-GAP"]),
        Shape(name: "end.mp4", change: { try $0.edited(to: 1000) }, reasons: ["edit list does not present"]),
        Shape(
            name: "middle.mov", change: { try $0.edited(to: 4000, from: 2.5) }, reasons: ["edit list does not present"]),
        Shape(name: "open.mp4", arguments: leadingGroups),
        Shape(
            name: "sliced.mp4", arguments: leadingGroups, change: { try $0.edited(to: 8000, from: 2.5) },
            reasons: ["edit list does not present", "lead a random access point"]),
    ]

    @Test(arguments: shapes, profiles)
    func everyPacketIsPublishedOrCounted(shape: Shape, profile: String) async throws {
        try await Scratch.use { scratch in
            let file = try await shape.file(in: scratch)
            let output = scratch.file("out")
            let outcome = try await scratch.sluice(
                "segment", file.path, output.path, "--interval", "2s", "--profile", profile
            ).succeeded()
            for reason in shape.reasons { #expect(outcome.errors.contains(reason), "\(outcome)") }
            let input = try await PacketList(file, isRaw: true, in: scratch)
            let presentation = try Presentation(folder: output)
            for type in input.tracks.map(\.codec_type) {
                let published = try await PacketList(
                    media(of: rendition(type, of: presentation), in: scratch), isRaw: true, in: scratch)
                let (before, after) = try (input.packets(type), published.packets(type))
                let counted = try leftOut(type, outcome.errors)
                #expect(before.count == after.count + counted, "\(type): \(after.count) and \(counted): \(outcome)")
                // The published packets are those of the input, in the same order.
                var rest = before.compactMap(\.data_hash)[...]
                for hash in after.compactMap(\.data_hash) {
                    let index = try #require(rest.firstIndex(of: hash), "\(type): a packet is not of the input")
                    rest = rest[(index + 1)...]
                }
            }
            if shape.reasons.isEmpty { #expect(!outcome.errors.contains("left out"), "\(outcome)") }
            // ffmpeg tries to load the files of gaps.
            if shape.name != "hole.mp4" { _ = try await Player.ffmpeg.play(presentation.multivariantURL, in: scratch) }
        }
    }

    /// Returns the rendition in the folder of its type; reading its media requires all segments.
    private func rendition(_ type: String, of presentation: Presentation) throws -> Rendition {
        try #require(presentation.renditions.first { $0.url.deletingLastPathComponent().lastPathComponent == type })
    }

    /// Returns the initialization segment and the segments except gaps, as one file.
    private func media(of rendition: Rendition, in scratch: Scratch) throws -> URL {
        var data = try rendition.initialization()
        for segment in rendition.playlist.segments {
            let url = rendition.url.deletingLastPathComponent().appending(path: segment.uri)
            if FileManager.default.fileExists(atPath: url.path) { data += try Data(contentsOf: url) }
        }
        let file = scratch.file("\(rendition.name)-media.mp4")
        try data.write(to: file)
        return file
    }

    /// Returns the sum of the counts in the warnings about a media type.
    private func leftOut(_ type: String, _ errors: String) throws -> Int {
        errors.split(separator: "\n").reduce(0) { sum, line in
            guard let match = line.firstMatch(of: /left out: (\d+) samples? of (\w+),/), match.2 == type else {
                return sum
            }
            return sum + (Int(match.1) ?? 0)
        }
    }

    /// Players of Apple HLS show no media before the edit.
    @Test func nothingBeforeTheEditIsPresented() async throws {
        try await Scratch.use { scratch in
            let shape = try #require(Self.shapes.first { $0.name == "middle.mov" })
            let file = try await shape.file(in: scratch)
            for (profile, earliest) in [("apple-hls", 11.499), ("cmaf", -0.501)] {
                let presentation = try await scratch.segment(
                    file, into: profile, "--interval", "2s", "--profile", profile)
                let video = try await presentation.rendition("video", in: scratch).packets(in: scratch)
                let audio = try await presentation.rendition("audio", in: scratch).packets(in: scratch)
                // The edit starts 0.5 s after a sync sample and 1.5 s before the next one.
                #expect(try abs(video.start("video") - earliest) < 0.01, "\(profile)")
                #expect(try audio.start("audio") <= video.start("video") + 0.6)
                if profile == "apple-hls" { #expect(try video.start("video") - audio.start("audio") < 0.05) }
                let count = try video.packets("video").count
                // From 4 s to the end of the edit at 6.5 s, or from the sync sample at 2 s.
                #expect(count == (profile == "cmaf" ? 113 : 63), "\(profile)")
            }
        }
    }

    @Test func aHoleIsAGapInThePlaylistAndNoLongPicture() async throws {
        try await Scratch.use { scratch in
            let shape = try #require(Self.shapes.first { $0.name == "hole.mp4" })
            let presentation = try await scratch.segment(
                try await shape.file(in: scratch), into: "out", "--interval", "2s")
            for type in ["video", "audio"] {
                let rendition = try rendition(type, of: presentation)
                #expect(try String(contentsOf: rendition.url, encoding: .utf8).contains("#EXT-X-GAP"))
                let packets = try await PacketList(media(of: rendition, in: scratch), in: scratch)
                let base = try packets.track(type).time_base.value
                let longest = try packets.packets(type).compactMap(\.duration).max() ?? 0
                #expect(Double(longest) * base < 0.05, "\(type)")
            }
        }
    }

    @Test func joinedAndEncryptedMoviesAreRefusedByThatName() async throws {
        try await Scratch.use { scratch in
            let plain = try Data(contentsOf: try await made("plain.mp4", byFFmpeg: Self.coding))
            let joined = scratch.file("joined.mp4")
            try (plain + plain).write(to: joined)
            for options in [[], ["--encode"]] {
                let outcome = try await scratch.command(
                    ["segment", joined.path, scratch.file("out").path] + options
                ).run()
                #expect(outcome.code == 1 && outcome.errors.contains("several movies"), "\(outcome)")
            }
            let encrypted = try await made(
                "encrypted.mp4",
                byFFmpeg: Self.coding + [
                    "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb",
                    "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
                ])
            let outcome = try await scratch.sluice("segment", encrypted.path, scratch.file("out").path)
            #expect(outcome.code == 1 && outcome.errors.contains("is encrypted"), "\(outcome)")
        }
    }
}

extension Data {
    private func word(at offset: Int) -> Int { self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

    private mutating func set(_ value: Int, at offset: Int) {
        for byte in 0..<4 { self[offset + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte)) }
    }

    private func positions(of type: String) -> [Int] {
        var (found, start) = ([Int](), startIndex)
        while let range = self[start...].range(of: Data(type.utf8)) {
            found.append(range.lowerBound)
            start = range.upperBound
        }
        return found
    }

    /// Returns the movie without one fragment, counted from 0: `moof` and its `mdat`.
    func withoutFragment(_ number: Int) throws -> Data {
        var (result, offset, moofs, isLeftOut) = (Data(), 0, -1, false)
        while offset + 8 <= count {
            let (size, type) = (word(at: offset), String(decoding: self[offset + 4..<offset + 8], as: UTF8.self))
            guard size >= 8 else { throw Unable("a box has no size") }
            if type == "moof" { moofs += 1 }
            if type == "moof" || type == "mdat" { isLeftOut = moofs == number && moofs >= 0 }
            if !isLeftOut || type != "moof" && type != "mdat" { result += self[offset..<offset + size] }
            offset += size
        }
        return result
    }

    /// Returns the movie with an edit of `milliseconds` in each track that starts `start` seconds into the media.
    func edited(to milliseconds: Int, from start: Double? = nil) throws -> Data {
        var result = self
        let lists = positions(of: "elst")
        let headers = positions(of: "mdhd")
        guard lists.count == headers.count, !lists.isEmpty else { throw Unable("not one edit list for each track") }
        for (list, header) in zip(lists, headers) {
            guard word(at: list + 8) == 1, self[list + 4] == 0 else { throw Unable("an edit list of several entries") }
            result.set(milliseconds, at: list + 12)
            // In version 0 of mdhd the timescale follows the two times.
            if let start { result.set(Int(start * Double(word(at: header + 16))), at: list + 16) }
        }
        return result
    }
}
