import Foundation
import Testing

/// Transport streams of ffmpeg: measurements agree with ffprobe, and errors are found.
@Suite struct TransportValidationTests {
    /// Writes `list.m3u8` with six seconds in three segments to a folder.
    private func presentation(_ options: [String] = [], in scratch: Scratch) async throws -> URL {
        let folder = scratch.file("ts")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let arguments =
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30000/1001:duration=6", "-f",
                "lavfi",
            ]
            + [
                "-i", "sine=sample_rate=44100:duration=6", "-c:v", "libx264", "-g", "60", "-sc_threshold", "0", "-bf",
                "2",
            ]
            + ["-c:a", "aac", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"] + options
        _ = try await scratch.run("ffmpeg", arguments + [folder.appending(path: "list.m3u8").path]).succeeded()
        return folder
    }

    private func change(_ file: URL, _ body: (inout String) -> Void) throws {
        var text = try String(contentsOf: file, encoding: .utf8)
        let before = text
        body(&text)
        #expect(text != before, "the file was not changed")
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    @Test func validTransportStreamHasNoErrors() async throws {
        try await Scratch.use { scratch in
            let report = try await ValidationDocument(
                try await presentation(in: scratch), profile: "rfc", options: ["--decode"], in: scratch)
            // ffmpeg writes the service description before the program tables.
            #expect(report.must == [] && report.should == ["S2"] && report.unchecked == [], "\(report.text)")
        }
    }

    /// With segmentation by time only, every other segment depends on the previous one.
    @Test(arguments: ["independent_segments", "independent_segments+split_by_time"])
    func segmentsWithTablesInTheMapAreMeasuredAndDecoded(flags: String) async throws {
        try await Scratch.use { scratch in
            let folder = try await presentation(["-hls_flags", flags, "-hls_time", "1"], in: scratch)
            try moveTables(of: folder)
            let report = try await ValidationDocument(folder, options: ["--decode"], in: scratch)
            #expect(report.must.contains("R50") == flags.contains("split_by_time"), "\(report.text)")
            #expect(!report.should.contains("S2") && report.unchecked == [], "\(report.text)")
        }
    }

    /// Moves the service and program tables from the start of every segment into a separate section.
    private func moveTables(of folder: URL) throws {
        let tables: Set = [17, 0, 4096]
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for segment in files where segment.pathExtension == "ts" {
            let bytes = [UInt8](try Data(contentsOf: segment))
            let packets = stride(from: 0, to: bytes.count, by: 188).map { bytes[$0..<$0 + 188] }
            func isTable(_ packet: ArraySlice<UInt8>) -> Bool {
                let pid = Int(packet[packet.startIndex + 1] & 0x1F) << 8 | Int(packet[packet.startIndex + 2])
                return tables.contains(pid)
            }
            try Data(packets.filter(isTable).prefix(3).joined()).write(to: folder.appending(path: "tables.ts"))
            try Data(packets.filter { !isTable($0) }.joined()).write(to: segment)
        }
        try change(folder.appending(path: "list.m3u8")) {
            $0.replace("#EXTINF", with: "#EXT-X-MAP:URI=\"tables.ts\"\n#EXTINF", maxReplacements: 1)
        }
    }

    @Test func wrongDurationsAreReported() async throws {
        try await Scratch.use { scratch in
            let folder = try await presentation(in: scratch)
            try change(folder.appending(path: "list.m3u8")) { $0.replace("#EXTINF:2.002", with: "#EXTINF:1.502") }
            let report = try await ValidationDocument(folder, in: scratch)
            #expect(report.must.contains("R47"), "\(report.text)")
        }
    }

    @Test func misorderedSegmentsAreReported() async throws {
        try await Scratch.use { scratch in
            let folder = try await presentation(in: scratch)
            try change(folder.appending(path: "list.m3u8")) {
                $0.replace("list0.ts", with: "other")
                $0.replace("list1.ts", with: "list0.ts")
                $0.replace("other", with: "list1.ts")
            }
            let report = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            #expect(report.must.contains("R46"), "\(report.text)")
        }
    }

    @Test func truncatedSegmentIsReported() async throws {
        try await Scratch.use { scratch in
            let folder = try await presentation(in: scratch)
            let segment = folder.appending(path: "list1.ts")
            try Data(contentsOf: segment).prefix(20_000).write(to: segment)
            let page = scratch.file("report.html")
            let report = try await ValidationDocument(
                folder, profile: "rfc", options: ["--html", page.path], in: scratch)
            #expect(report.must.contains("S4"), "\(report.text)")
            // Highlighted for bit rate and duration, like the segment whose timestamps do not continue.
            let marks = try String(contentsOf: page, encoding: .utf8).ranges(of: #"class="bad""#)
            #expect(marks.count == 4)
        }
    }

    @Test func htmlPageInPlaceOfASegmentIsReported() async throws {
        try await Scratch.use { scratch in
            let folder = try await presentation(in: scratch)
            try Data("<html><body>502 Bad Gateway</body></html>".utf8).write(to: folder.appending(path: "list2.ts"))
            let report = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            #expect(report.must == ["S1"] && report.text.contains("a page of HTML"), "\(report.text)")
        }
    }

    @Test func aes128SegmentsAreDecryptedAndMeasured() async throws {
        try await Scratch.use { scratch in
            try Data((0..<16).map { _ in UInt8.random(in: 0...255) }).write(to: scratch.file("key"))
            let info = try scratch.write("info", "key\n\(scratch.file("key").path)\n")
            // Without an explicit initialization vector each segment uses its sequence number.
            let folder = try await presentation(["-hls_key_info_file", info.path], in: scratch)
            let list = folder.appending(path: "list.m3u8")
            let withoutKey = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            #expect(withoutKey.must == ["R111"] && withoutKey.unchecked == [], "\(withoutKey.text)")

            try FileManager.default.copyItem(at: scratch.file("key"), to: folder.appending(path: "key"))
            let report = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            #expect(report.must == [] && report.should == ["S2"] && report.unchecked == [], "\(report.text)")

            try change(list) { $0.replace("#EXTINF:2.002", with: "#EXTINF:1.502") }
            let wrong = try await ValidationDocument(folder, in: scratch)
            #expect(wrong.must.contains("R47"), "encrypted segments must be measured: \(wrong.text)")

            try Data(repeating: 7, count: 16).write(to: folder.appending(path: "key"))
            let otherKey = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            #expect(otherKey.must == ["S7"], "\(otherKey.text)")
        }
    }

    @Test func samplesMatchFFprobe() async throws {
        try await Scratch.use { scratch in
            let folder = try await presentation(in: scratch)
            for number in 0..<3 {
                let file = folder.appending(path: "list\(number).ts").path
                let shown = try await scratch.sluice("inspect", "--json", "--samples", file).succeeded().output
                let inspected = try JSONDecoder().decode(Inspected.self, from: Data(shown.utf8))
                #expect(inspected.problems == [] && inspected.streams.map(\.codec) == ["avc1.64000d", "mp4a.40.2"])
                for (stream, selector) in zip(inspected.streams, ["v:0", "a:0"]) {
                    let probed = try await scratch.run(
                        "ffprobe",
                        [
                            "-v", "error", "-select_streams", selector, "-show_entries", "packet=dts,pts", "-of",
                            "csv=p=0",
                        ]
                            + [file]
                    ).succeeded().output
                    let packets = probed.split(separator: "\n").map {
                        $0.split(separator: ",").compactMap { Int64($0) }
                    }
                    #expect(stream.samples.count == packets.count && stream.sampleCount == packets.count)
                    for (sample, packet) in zip(stream.samples, packets) {
                        // Audio has one timestamp for several frames; the others follow from the sample rate, rounded.
                        #expect(
                            packet.count == 2 && abs(sample.pts - packet[0]) <= 2 && abs(sample.dts - packet[1]) <= 2)
                    }
                }
            }
        }
    }

    private struct Inspected: Decodable {
        struct Stream: Decodable {
            struct Sample: Decodable {
                var dts: Int64
                var pts: Int64
            }
            var codec: String
            var sampleCount: Int
            var samples: [Sample]
        }
        var problems: [String]
        var streams: [Stream]
    }
}
