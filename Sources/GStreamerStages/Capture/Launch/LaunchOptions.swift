package import Media
package import StageKit

/// The options of stages that capture from a GStreamer pipeline description.
package struct LaunchOptions: AwaitedCaptureOptions {
    package var launch: LaunchDescription = ""
    package var tracks = TrackSelection.all
    package var isLive = true
    package var duration: MediaTime?
    package var waitForSource: MediaTime?
    package var whenFull = OverflowPolicy.dropToKeyframe
    package var loss = LossOptions()
    package init() {}

    package static var fields: [OptionField<LaunchOptions>] {
        let own: [OptionField<LaunchOptions>] = [
            .required(
                "launch", \.launch,
                "GStreamer source in the syntax of gst-launch-1.0, such as rtspsrc "
                    + "location=rtsp://camera/stream; every open pad is a stream. A parameter inside it remains a "
                    + "single property value; a parameter can contain elements only if it is the whole description."),
            .option("tracks", \.tracks, "Streams to capture: \(DemuxedInput.selectionHelp)."),
            .option("live", \.isLive, "Whether the source is live; other sources are read as fast as possible."),
            .option("duration", \.duration, "Capture duration; unlimited by default."),
            .option(
                "wait-for-source", \.waitForSource, in: .seconds(1)...(.seconds(86400)),
                "Time that the run waits for the first data of the source, whatever the reason of its absence; it is opened "
                    + "repeatedly. Without it, sources that listen for a sender (udpsrc, srtsrc in listener mode, "
                    + "tcpserversrc, ristsrc) have no limit; for others, an error at the start or 5 s without data end the "
                    + "run, unless other live sources deliver."),
            .option("when-full", \.whenFull, "Policy when the next stage's queue is full. Applies to live sources."),
        ]
        return own + lossFields + [OptionField<LaunchOptions>.option("slate", \.loss.slate, LossOptions.slateHelp)]
    }

    /// The policy for a loss of the source. The end of a source that does not follow the clock is not a loss.
    var lossOptions: LossOptions {
        var loss = loss
        if !isLive { loss.policy = .fail }
        return loss
    }

    /// Sources that do not follow the clock can be blocked.
    var policy: OverflowPolicy { isLive ? whenFull : .wait }

    /// Returns the options. Throws `invalid-options` if they contradict each other.
    func validated(_ kind: String) throws -> LaunchOptions {
        try validateDuration(of: kind)
        if launch.text.allSatisfy(\.isWhitespace) {
            throw StageError(.invalidOptions, "'launch' of \(kind) is empty; set a source in gst-launch-1.0 syntax")
        }
        return self
    }
}
