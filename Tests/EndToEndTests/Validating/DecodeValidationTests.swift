import Foundation
import Testing

/// `sluice validate --decode`: every segment is decoded separately.
@Suite struct DecodeValidationTests {
    @Test func independentSegmentsAreClean() async throws {
        try await Scratch.use { scratch in
            let presentation = try await Kind.encoded.presentation()
            let report = try await ValidationDocument(presentation.folder, options: ["--decode"], in: scratch)
            #expect(report.must == [] && report.unchecked == [], "\(report.text)")
        }
    }

    /// With segmentation by time only, every other segment starts inside a group of pictures.
    @Test func dependentSegmentsAreReported() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("cut")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let arguments =
                ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=6"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "60", "-sc_threshold", "0", "-f", "hls"]
                + ["-hls_playlist_type", "vod", "-hls_time", "1", "-hls_flags", "split_by_time"]
                + ["-hls_segment_type", "fmp4", folder.appending(path: "list.m3u8").path]
            _ = try await scratch.run("ffmpeg", arguments).succeeded()
            let plain = try await ValidationDocument(folder, in: scratch)
            let decoded = try await ValidationDocument(folder, options: ["--decode"], in: scratch)
            #expect(!plain.must.contains("R50") && decoded.must.contains("R50"), "\(decoded.text)")
            #expect(Set(decoded.must).subtracting(plain.must) == ["R50"], "\(decoded.text)")
            // The playlist does not declare independent segments, and the specification does not require them.
            let allowed = try await ValidationDocument(folder, profile: "rfc", options: ["--decode"], in: scratch)
            #expect(!allowed.must.contains("R50"), "\(allowed.text)")
        }
    }

    /// Decoders produce output for nearly any input, so their error messages count.
    /// Zeros are valid headers of audio with one channel, so that only decoding finds them.
    @Test(arguments: [
        ("libx264", "testsrc2=size=320x180:rate=30", false), ("aac", "sine=sample_rate=48000", false),
        ("aac", "sine=sample_rate=48000", true),
    ])
    func damagedSampleIsReported(encoder: String, source: String, isZero: Bool) async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("damaged")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let isVideo = encoder == "libx264"
            let arguments =
                ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-t", "6", isVideo ? "-c:v" : "-c:a", encoder]
                + ["-g", "60", "-f", "hls", "-hls_playlist_type", "vod", "-hls_time", "2", "-hls_flags"]
                + ["independent_segments", "-hls_segment_type", "fmp4", folder.appending(path: "list.m3u8").path]
            _ = try await scratch.run("ffmpeg", arguments).succeeded()
            let whole = try await ValidationDocument(folder, profile: "rfc", options: ["--decode"], in: scratch)
            #expect(whole.must == [] && whole.unchecked == [], "\(whole.text)")

            let segment = folder.appending(path: "list1.m4s")
            var bytes = try Data(contentsOf: segment)
            let media = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
            for offset in isZero ? media..<bytes.count : media + 1000..<media + 1200 {
                bytes[offset] = isZero ? 0 : UInt8(truncatingIfNeeded: offset &* offset &* 31 >> 3)
            }
            try bytes.write(to: segment)
            let plain = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            let decoded = try await ValidationDocument(folder, profile: "rfc", options: ["--decode"], in: scratch)
            #expect(plain.must == [] && decoded.must == ["R50"], "\(decoded.text)")
            #expect(decoded.text.contains("list1.m4s"), "\(decoded.text)")

            // No declaration is needed where independence is evident: the segment starts with an IDR picture, or is
            // audio.
            let list = folder.appending(path: "list.m3u8")
            let text = try String(contentsOf: list, encoding: .utf8)
            try text.replacing("#EXT-X-INDEPENDENT-SEGMENTS\n", with: "").write(
                to: list, atomically: true, encoding: .utf8)
            let unpromised = try await ValidationDocument(folder, profile: "rfc", options: ["--decode"], in: scratch)
            #expect(unpromised.must == ["R50"], "\(unpromised.text)")
        }
    }

    @Test func encryptedSamplesAreReportedAsNotDecoded() async throws {
        try await Scratch.use { scratch in
            let list = scratch.file("list.m3u8")
            let arguments =
                [
                    "-v", "error", "-y", "-f", "lavfi", "-i", "sine=sample_rate=48000", "-t", "6", "-c:a", "aac", "-f",
                    "hls",
                ]
                + ["-hls_playlist_type", "vod", "-hls_time", "2", list.path]
            _ = try await scratch.run("ffmpeg", arguments).succeeded()
            // Like encrypted data: the headers of packets and frames are clear, the rest is noise.
            let segment = scratch.file("list1.ts")
            var bytes = try Data(contentsOf: segment)
            for start in stride(from: 188 * 4, to: bytes.count, by: 188) where bytes[start + 1] & 0x40 == 0 {
                for offset in 100..<150 { bytes[start + offset] = UInt8.random(in: 0..<0xFF) }
            }
            try bytes.write(to: segment)
            let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"key\",IV=0x00000000000000000000000000000001\n#EXTINF"
            var text = try String(contentsOf: list, encoding: .utf8)
            text.replace("#EXTINF", with: key, maxReplacements: 1)
            text.replace("#EXT-X-VERSION:3", with: "#EXT-X-VERSION:5")
            try text.write(to: list, atomically: true, encoding: .utf8)
            let report = try await ValidationDocument(list, profile: "rfc", options: ["--decode"], in: scratch)
            #expect(!report.must.contains("R50"), "\(report.text)")
            #expect(report.unchecked.count == 1 && report.unchecked[0].contains("not decoded"), "\(report.text)")
        }
    }

    /// HEVC with open groups of pictures: the leading pictures of each segment depend on the previous segment.
    @Test func transportStreamsAreDecodedToo() async throws {
        try await Scratch.use { scratch in
            for (group, expected) in [("open-gop=1", ["R50"]), ("open-gop=0", [])] {
                let folder = scratch.file(group)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let arguments =
                    [
                        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=6", "-f",
                        "lavfi",
                    ]
                    + [
                        "-i", "sine=sample_rate=48000:duration=6", "-c:v", "libx265", "-preset", "ultrafast",
                        "-x265-params",
                    ]
                    + ["log-level=none:keyint=50:bframes=3:\(group)", "-c:a", "aac", "-f", "hls", "-hls_time", "2"]
                    + ["-hls_flags", "independent_segments", "-hls_playlist_type", "vod"]
                    + [folder.appending(path: "list.m3u8").path]
                _ = try await scratch.run("ffmpeg", arguments).succeeded()
                let report = try await ValidationDocument(folder, profile: "rfc", options: ["--decode"], in: scratch)
                #expect(report.must.filter { $0 == "R50" } == expected, "\(report.text)")
                // R42 reports the same problem from the bitstream.
                #expect(Set(report.must).subtracting(["R42", "R50"]) == [], "\(report.text)")
            }
        }
    }
}
