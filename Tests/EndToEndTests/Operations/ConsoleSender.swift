import Foundation

/// A third-party program that sends a test pattern over SRT until it is ended.
struct ConsoleSender {
    let port: UInt16
    private let program: RunningProgram

    /// Starts to listen for a receiver.
    init(port: UInt16 = freePort(), in scratch: Scratch) throws {
        self.port = port
        let line = """
            -q mpegtsmux name=mux ! srtsink uri=srt://127.0.0.1:\(port)?mode=listener videotestsrc is-live=true ! \
            video/x-raw,width=320,height=180,framerate=25/1 ! x264enc tune=zerolatency speed-preset=ultrafast \
            bitrate=300 key-int-max=25 ! mux. audiotestsrc is-live=true volume=0.1 ! avenc_aac ! mux.
            """
        program = try Command(
            program: "/usr/bin/gst-launch-1.0", arguments: line.split(separator: " ").map(String.init),
            folder: scratch.folder
        ).start()
    }

    /// The GStreamer elements that receive the stream.
    var source: String { "srtsrc uri=srt://127.0.0.1:\(port)?mode=caller" }

    /// Ends the program abruptly, as if its cable were disconnected.
    func end() { program.end() }
}
