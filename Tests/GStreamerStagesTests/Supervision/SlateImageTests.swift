import Foundation
import HLS
import Media
import OutsidePrograms
import Testing

@testable import GStreamerStages
@testable import PipelineRuntime

/// A filler with an image from a file, verified by ffmpeg's decoded frames.
extension LossPipelineTests {
    @Test(arguments: ["png", "jpg"])
    func imageFileReplacesLostCamera(kind: String) async throws {
        let folder = try TestFolder()
        let picture = folder.path("slate.\(kind)")
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=c=0x2080e0:size=320x180", "-frames:v", "1", picture)
        let run = try await Self.run(
            Setting(
                cameraFaults: ["disappear 2s at 2400ms"], policy: .filler, slate: .image(path: picture), seconds: 7))
        #expect(run.report.succeeded, "\(run.report)")
        try expectValid(run, "video", frame: 0.04, stall: 1)
        let entries = try entries(run, "video")
        #expect(entries.allSatisfy { !$0.isGap && !$0.isDiscontinuity })
        #expect(Set(entries.map(\.initialization)).count == 1)
        // One pixel per frame: the mean of the frame.
        let means = folder.path("means.rgb")
        try command(
            "ffmpeg", "-v", "error", "-i", run.folder.path("out/video/playlist.m3u8"), "-an", "-vf",
            "scale=1:1:flags=area", "-fps_mode", "passthrough", "-pix_fmt", "rgb24", "-f", "rawvideo", means)
        let bytes = [UInt8](try Data(contentsOf: folder.url("means.rgb")))
        let slate = [0x20, 0x80, 0xe0]
        let isSlate: [Bool] = (0..<bytes.count / 3).map { picture in
            (0..<3).allSatisfy { channel in abs(Int(bytes[picture * 3 + channel]) - slate[channel]) < 16 }
        }
        let slateCount = isSlate.count { $0 }
        // Two seconds plus the time to reopen the camera; before and after, the camera's frames are shown.
        #expect((40...110).contains(slateCount), "\(slateCount) pictures")
        #expect(isSlate.first == false && isSlate.last == false)
        let firstOne = try #require(isSlate.firstIndex(of: true))
        #expect((55...65).contains(firstOne), "the slate begins at picture \(firstOne)")
    }
}
