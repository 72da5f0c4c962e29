import StageKit
import Testing

@testable import GStreamerStages

/// Errors in launch descriptions that are found without opening a source, and their remedies.
@Suite struct LaunchProblemsTests {
    @Test(
        arguments: [
            "rtspsrc location=rtsp://camera/stream", "udpsrc port=5004 ! tsdemux", "videotestsrc ! identity",
            "srtsrc uri=srt://:7001?mode=listener", "rtmpsrc location=rtmp://host/app/live",
            "rtmp2src location=rtmp://host/app/live", "souphttpsrc location=https://host/movie.ts",
            "videotestsrc ! video/x-raw,width=320", "videotestsrc ! video/x-raw(memory:SystemMemory), width=320",
            "filesrc location=a.ts", "tcpclientsrc host=10.0.0.1 port=1234", "uridecodebin uri=file:///a.mp4",
        ])
    func validDescriptionHasNoError(launch: String) {
        #expect(LaunchProblems.errors(launch).isEmpty, "\(LaunchProblems.errors(launch))")
    }

    /// Each description, a part of its error, and the replacement that the note gives.
    @Test(
        arguments: [
            ("rtspsrcc location=rtsp://camera/stream", "rtspsrcc is not installed", "rtspsrcc", "rtspsrc"),
            ("rtspsrc location=rtps://camera/stream", "no URL", "rtps://camera/stream", "rtsp://camera/stream"),
            ("rtspsrc latency=200", "no URL", "latency", "location=rtsp://camera/stream latency"),
            ("rtmp2src location=rtmp://host/app", "no stream name", "/app", "/app/live"),
            ("rtmpsrc location=rtmp://host/app", "no stream name", "/app", "/app/live"),
            ("souphttpsrc location=http:///movie", "no host", "http:///movie", "http://host/movie"),
            ("udpsrc prt=5004", "prt", "prt", "port"),
            ("udpsrc port=abc", "port", "abc", "5004"),
            ("videotestsrc !", "GStreamer rejects", " !", ""),
        ])
    func errorIsFoundAndItsRemedyRemovesIt(launch: String, message: String, wrong: String, right: String) throws {
        let problem = try #require(LaunchProblems.errors(launch).first, "\(launch)")
        #expect(problem.severity == .error && problem.option == "launch")
        #expect(problem.message.contains(message), "\(problem.message)")
        #expect(!problem.notes.isEmpty)
        let mended = launch.replacing(wrong, with: right)
        #expect(LaunchProblems.errors(mended).isEmpty, "\(mended): \(LaunchProblems.errors(mended))")
    }

    @Test func similarElementIsSuggested() {
        #expect(LaunchProblems.errors("rtspsrcc location=rtsp://camera/x").first?.notes == ["did you mean 'rtspsrc'?"])
    }
}
