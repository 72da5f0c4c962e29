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
            "udpsrc uri=udp://0.0.0.0:5004 timeout=-1", "ristsrc port=5004",
            "udpsrc port=5004 ! application/x-rtp, port=70000 ! rtpjitterbuffer",
            "rtspsrc location=\"rtsp://camera/stream?port=70000\" latency=0",
            "filesrc location=a.ts", "tcpclientsrc host=10.0.0.1 port=1234", "uridecodebin uri=file:///a.mp4",
        ])
    func validDescriptionHasNoError(launch: String) {
        #expect(LaunchProblems.errors(launch).isEmpty, "\(LaunchProblems.errors(launch))")
    }

    /// Each description, a part of its error, and the replacement that the note gives.
    @Test(
        arguments: [
            ("rtspsrcc location=rtsp://camera/stream", "rtspsrcc is not installed", "rtspsrcc", "rtspsrc"),
            ("rtspsrc location=rtps://camera/stream", "cannot open", "rtps://camera/stream", "rtsp://camera/stream"),
            ("rtspsrc latency=200", "no URL", "latency", "location=rtsp://camera/stream latency"),
            ("rtmp2src location=rtmp://host/app", "no stream name", "/app", "/app/live"),
            ("rtmpsrc location=rtmp://host/app", "no stream name", "/app", "/app/live"),
            ("souphttpsrc location=http:///movie", "no host", "http:///movie", "http://host/movie"),
            ("udpsrc prt=5004", "prt", "prt", "port"),
            ("udpsrc port=abc", "port", "abc", "5004"),
            ("udpsrc port=70000", "'port' of udpsrc cannot be 70000", "70000", "5004"),
            ("tcpclientsrc host=a port = \"70000\"", "cannot be 70000", "70000", "5004"),
            ("srtsrc uri=srt://x:1 latency=-5", "cannot be -5", "-5", "5"),
            ("rtspsrc location=rtsp://x/s latency=5000000000", "cannot be 5000000000", "5000000000", "500"),
            ("videotestsrc ! x264enc bitrate=9999999", "'bitrate' of x264enc", "9999999", "999"),
            ("videotestsrc ! videobalance hue=1.5", "cannot be 1.5", "1.5", "0.5"),
            ("srtsrc uri=htp://x:1", "srtsrc cannot open 'htp://x:1'", "htp", "srt"),
            ("udpsrc uri=http://x:1", "udpsrc cannot open 'http://x:1'", "http", "udp"),
            ("udpsrc uri=udp://x:70000", "above 65535", "70000", "5004"),
            ("srtsrc uri=srt://:70000?mode=listener", "above 65535", "70000", "7001"),
            ("uridecodebin uri=htp://x/y", "cannot open", "htp", "http"),
            ("uridecodebin uri=movie.mp4", "is not a URL", "movie.mp4", "file:///movie.mp4"),
            ("ristsrc port=5003", "even", "5003", "5004"),
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

    @Test func credentialsOfURLsAreNotShown() {
        let problems = LaunchProblems.errors("souphttpsrc location=htp://user:secret@host/movie")
        #expect(problems.count == 1 && !"\(problems)".contains("secret"), "\(problems)")
    }

    @Test func similarElementIsSuggested() {
        #expect(LaunchProblems.errors("rtspsrcc location=rtsp://camera/x").first?.notes == ["did you mean 'rtspsrc'?"])
    }
}
