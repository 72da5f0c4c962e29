package import Media
package import StageKit

/// Sound from a microphone.
package struct CaptureAudio: Source {
    package static let kind = "capture.audio"
    package static let abstract = "Captures sound from an ALSA device."

    package struct Options: StageOptions {
        package var device = "default"
        package var rate = 48_000
        package var channels = 2
        package var duration: MediaTime?
        package var whenFull = FullPolicy.dropToKeyframe
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .option("device", \.device, "the ALSA name of the device, such as default or hw:1"),
                .option("rate", \.rate, in: 8000...192_000, "samples per second"),
                .option("channels", \.channels, in: 1...8, "how many channels"),
                .option("duration", \.duration, "how much to capture; without it there is no end"),
                .option("when-full", \.whenFull, "what happens to sound that the next stage has no room for"),
            ]
        }
    }

    private let options: Options
    package var whenFull: FullPolicy { options.whenFull }

    package init(options: Options) throws {
        if let duration = options.duration, duration <= .zero {
            throw StageError(.invalidOptions, "the duration of capture.audio has to be above zero")
        }
        self.options = options
    }

    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        // A second of buffer, because with the usual 0.2 s a busy machine loses sound; it adds no latency.
        let pipeline = try ElementPipeline(
            """
            alsasrc name=source provide-clock=false buffer-time=1000000 ! audioconvert ! audioresample
            ! audio/x-raw,format=(string){F32LE,S16LE},layout=interleaved,rate=\(options.rate),\
            channels=\(options.channels)
            ! appsink name=out sync=false async=false max-buffers=16
            """, subject: "the microphone \(options.device)", context: context, limits: .device)
        pipeline.element("source").setString("device", options.device)
        let run = SourceRun(pipeline, output: output)
        run.add(pipeline.element("out"), context.makeTrackID(), SoundFrames(), length: options.duration)
        run.outlets.completeTracks()
        try await run.run(context)
    }
}
