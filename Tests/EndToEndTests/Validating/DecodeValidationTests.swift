import Foundation
import Testing

/// `sluice validate --decode`: every segment is decoded by itself.
@Suite struct DecodeValidationTests {
    @Test func segmentsThatDecodeAloneAreClean() async throws {
        try await Scratch.use { scratch in
            let presentation = try await Kind.encoded.presentation()
            let report = try await ValidationDocument(presentation.folder, options: ["--decode"], in: scratch)
            #expect(report.must == [] && report.unchecked == [], "\(report.text)")
        }
    }

    /// Cut by time alone, every other segment begins in the middle of a group of pictures.
    @Test func segmentsThatNeedTheOnesBeforeAreFound() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("cut")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let arguments =
                ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=6"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "60", "-sc_threshold", "0", "-f", "hls"]
                + ["-hls_playlist_type", "vod", "-hls_time", "1", "-hls_flags", "split_by_time"]
                + ["-hls_segment_type", "fmp4", folder.appending(path: "list.m3u8").path]
            _ = try await scratch.run("ffmpeg", arguments).succeeded()
            let plain = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            let decoded = try await ValidationDocument(folder, profile: "rfc", options: ["--decode"], in: scratch)
            #expect(!plain.must.contains("R50") && decoded.must.contains("R50"), "\(decoded.text)")
            #expect(Set(decoded.must).subtracting(plain.must) == ["R50"], "\(decoded.text)")
        }
    }
}
