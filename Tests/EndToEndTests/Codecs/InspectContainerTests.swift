import Foundation
import Testing

/// `sluice inspect` of containers that GStreamer reads.
@Suite struct InspectContainerTests {
    struct File: CustomTestStringConvertible, Sendable {
        var name: String
        var options: String
        var codecs: [String?]
        var hasVideo = true
        var testDescription: String { name }
    }

    static let files = [
        File(
            name: "a.mkv",
            options: "-c:v libx264 -bf 2 -pix_fmt yuv420p -g 10 -c:a aac -ar 44100 -metadata:s:a:0 language=deu",
            codecs: ["avc1.", "mp4a.40.2"]),
        File(name: "b.webm", options: "-c:v libvpx-vp9 -b:v 100k -c:a libvorbis", codecs: ["vp09.00", nil]),
        File(name: "c.ogg", options: "-c:a libopus", codecs: ["opus"], hasVideo: false),
        File(name: "d.flac", options: "-c:a flac", codecs: ["fLaC"], hasVideo: false),
        File(name: "e.wav", options: "-c:a pcm_s16le", codecs: ["ipcm"], hasVideo: false),
        File(name: "f.avi", options: "-c:v mpeg4 -c:a libmp3lame", codecs: [nil, "mp4a.6B"]),
        File(name: "g.flv", options: "-c:v libx264 -pix_fmt yuv420p -c:a aac", codecs: ["avc1.", "mp4a.40.2"]),
        File(name: "h.mp3", options: "-c:a libmp3lame", codecs: ["mp4a.6B"], hasVideo: false),
    ]

    private static func make(_ file: File, in scratch: Scratch) async throws -> URL {
        let url = scratch.file(file.name)
        var arguments = ["-v", "error"]
        if file.hasVideo { arguments += ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2"] }
        arguments += ["-f", "lavfi", "-i", "sine=440:duration=2:sample_rate=48000"]
        arguments += file.options.split(separator: " ").map(String.init) + [url.path]
        _ = try await scratch.run("ffmpeg", arguments).succeeded()
        return url
    }

    private static func document(_ outcome: Outcome) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    @Test(arguments: files) func streamsAreShownAsFFprobeCountsThem(file: File) async throws {
        try await Scratch.use { scratch in
            let url = try await Self.make(file, in: scratch)
            let text = try await scratch.sluice("inspect", url.path).succeeded().output
            let json = try Self.document(
                try await scratch.sluice("inspect", "--json", "--samples", url.path).succeeded())
            let probe = try await scratch.run(
                "ffprobe",
                [
                    "-v", "error", "-count_packets", "-show_entries",
                    "stream=nb_read_packets,sample_rate,width,duration_ts:stream_tags=language", "-of", "json",
                    url.path,
                ]
            ).succeeded()
            let expected = try #require(try Self.document(probe)["streams"] as? [[String: Any]])
            let streams = try #require(json["streams"] as? [[String: Any]])
            try #require(streams.count == expected.count && streams.count == file.codecs.count, "\(text)")
            // The streams of FLV are found in the order of their first packets.
            let isVideo = { (stream: [String: Any]) in stream["width"] != nil }
            let ordered = streams.filter(isVideo) + streams.filter { !isVideo($0) }
            let probed = expected.filter(isVideo) + expected.filter { !isVideo($0) }
            for (index, (stream, other)) in zip(ordered, probed).enumerated() {
                let count = stream["sampleCount"] as? Int
                if file.codecs == ["ipcm"] {
                    // A reader chooses the size of packets of raw audio: ffprobe 7 reads twice as much as ffprobe 5.
                    #expect(stream["byteCount"] as? Int == (other["duration_ts"] as? Int).map { 2 * $0 }, "\(text)")
                } else {
                    #expect(count == (other["nb_read_packets"] as? String).flatMap { Int($0) }, "\(text)")
                }
                #expect((stream["samples"] as? [Any])?.count == count)
                #expect(stream["width"] as? Int == other["width"] as? Int)
                #expect(
                    stream["sampleRate"] as? Int == (other["sample_rate"] as? String).flatMap { Int($0) }, "\(text)")
                if let codec = file.codecs[index] {
                    #expect((stream["codec"] as? String)?.hasPrefix(codec) == true && text.contains(codec), "\(text)")
                } else {
                    #expect(text.contains(stream["codecName"] as? String ?? "?"))
                }
            }
            if file.name == "a.mkv" {
                #expect(text.contains("(A_AAC)") && text.contains(", de,") && text.contains("5 keyframes"), "\(text)")
            }
        }
    }

    @Test(arguments: [12_000, 200]) func ofACutFileIsShownWhatIsThere(length: Int) async throws {
        try await Scratch.use { scratch in
            let url = try await Self.make(Self.files[0], in: scratch)
            let cut = scratch.file("cut.mkv")
            try Data(contentsOf: url).prefix(length).write(to: cut)
            let outcome = try await scratch.sluice("inspect", "--json", cut.path, limit: 40)
            #expect(outcome.code == 1 && outcome.errors.contains("error: "), "\(outcome)")
            let json = try Self.document(outcome)
            #expect((json["error"] as? String)?.isEmpty == false)
            let streams = try #require(json["streams"] as? [[String: Any]])
            #expect(length < 1000 || (streams.first?["sampleCount"] as? Int ?? 0) > 0, "\(outcome)")
        }
    }

    @Test func otherFilesAreNone() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write("text.txt", "no media at all, only text")
            let outcome = try await scratch.sluice("inspect", file.path)
            #expect(outcome.code == 1 && outcome.errors.contains("nor a known media file"), "\(outcome)")
        }
    }
}
