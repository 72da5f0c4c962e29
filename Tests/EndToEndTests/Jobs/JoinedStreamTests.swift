import Foundation
import Testing

/// Transport streams that consist of two recordings: copied, encoded by a run and by a job.
@Suite struct JoinedStreamTests {
    /// The starts of two recordings of 4 s, and the number of their 200 pictures that are presented when they are decoded.
    struct Join: Sendable, CustomTestStringConvertible {
        var name: String
        var starts: [String]
        var pictures = 196...200
        var testDescription: String { name }
    }

    @Test(arguments: [
        Join(name: "times that go back", starts: ["5000", "10"], pictures: 200...200),
        Join(name: "over the wrap of 33 bits", starts: ["95438.7", "95442.7"], pictures: 200...200),
        Join(name: "an overlap of five pictures", starts: ["10", "13.8"]),
        Join(name: "a hole of five seconds", starts: ["10", "19"], pictures: 200...200),
    ])
    func joinedRecordingsAreDecodedAsTheyArePackaged(_ join: Join) async throws {
        try await Scratch.use { scratch in
            var bytes = Data()
            for (index, start) in join.starts.enumerated() {
                let part = scratch.file("part-\(index).ts")
                _ = try await scratch.run(
                    "ffmpeg",
                    [
                        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=4", "-f", "lavfi",
                        "-i", "sine=sample_rate=48000:duration=4", "-c:v", "libx264", "-preset", "ultrafast", "-g",
                        "50", "-bf", "2", "-c:a", "aac", "-muxdelay", "0", "-output_ts_offset", start, part.path,
                    ]
                ).succeeded()
                bytes += try Data(contentsOf: part)
            }
            let movie = scratch.file("joined.ts")
            try bytes.write(to: movie)
            for (folder, options) in [("copy", []), ("run", ["--encode"])] {
                _ = try await scratch.command(
                    ["segment", movie.path, folder, "--interval", "2s"] + options, limit: 120
                ).run().succeeded()
            }
            _ = try await scratch.sluice(
                "job", "plan", movie.path, "job", "--chunk", "2s", "--interval", "2s", limit: 60
            )
            .succeeded()
            _ = try await scratch.sluice("job", "run", "job", limit: 240).succeeded()
            var ends: [String: [Double]] = [:]
            for folder in ["copy", "run", "job"] {
                for stream in ["v:0", "a:0"] {
                    let packets = try await scratch.run(
                        "ffprobe",
                        [
                            "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time", "-of",
                            "csv=p=0", "\(folder)/index.m3u8",
                        ], limit: 60
                    ).succeeded().output.split(whereSeparator: \.isNewline).compactMap { Double($0) }
                    ends[stream, default: []].append(packets.max() ?? 0)
                    guard stream == "v:0" else { continue }
                    let expected = folder == "copy" ? 200...200 : join.pictures
                    #expect(expected.contains(packets.count), "\(folder): \(packets.count)")
                }
            }
            for (stream, times) in ends {
                #expect((times.max() ?? 0) - (times.min() ?? 0) < 0.1, "\(stream) ends at \(times)")
            }
        }
    }
}
