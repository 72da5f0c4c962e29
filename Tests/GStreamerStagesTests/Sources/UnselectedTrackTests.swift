import Foundation
import Media
import OutsidePrograms
import StageKit
import Testing

@testable import GStreamerStages

/// Tracks that are not selected, and the end of the file that they reach.
@Suite struct UnselectedTrackTests {
    /// The selected track ends first, and the unselected ones contain few samples, so that a queue holds many seconds.
    @Test func fileEndsWithTheLongestTrackEvenIfItIsNotSelected() async throws {
        let folder = try TestFolder()
        let path = folder.path("movie.mkv")
        try command(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "sine=duration=1", "-f", "lavfi", "-i",
                "testsrc2=size=1280x720:rate=1/20:duration=800", "-map", "0", "-map", "1", "-c:a", "aac", "-c:v",
                "libx264",
                "-preset", "ultrafast", "-g", "1", path,
            ])
        for _ in 0..<40 {
            let collector = try await FileReadTests.read(path, tracks: .audio)
            #expect(collector.tracks.map(\.mediaType) == [.audio])
        }
    }
}
