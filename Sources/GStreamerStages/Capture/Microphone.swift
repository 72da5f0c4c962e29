import Media
import StageKit

/// An ALSA device whose audio is synchronized to the run's clock.
struct Microphone: CaptureInput {
    /// The ALSA device name, or the name of a card.
    var device: String
    var rate: Int
    var channels: Int

    var subject: String { "the microphone \(device)" }

    func deliver(to output: any Outlet<Frame>, tracks: CaptureTracks, context: StageContext) async throws {
        let name = try alsaName
        try DeviceNodes.checkMicrophones(device)
        // A buffer of 1 s, because with the default of 0.2 s a busy machine loses audio. It adds no latency. Blocks
        // have capture timestamps from the driver or, if it has none, from their arrival.
        let pipeline = try ElementPipeline(
            """
            alsasrc name=source provide-clock=false buffer-time=1000000 slave-method=re-timestamp
            ! capsfilter name=wanted ! audioconvert
            ! audio/x-raw,format=F32LE,layout=interleaved,channels=\(channels)
            ! appsink name=out sync=false async=false max-buffers=16
            """, subject: subject, context: context, limits: .device)
        pipeline.element("source").setString("device", name)
        // The device's native rate if it does not support the configured one.
        pipeline.element("wanted").set(
            "caps", "audio/x-raw,rate=\(rate),channels=\(channels);audio/x-raw,rate=\(rate);audio/x-raw")
        let run = SourceRun(pipeline, output: output)
        let slot = tracks.slot("audio")
        let meter = AudioClockMeter(subject: subject, context: context)
        run.add(
            pipeline.element("out"), slot.id, CapturedAudio(rate: rate) { meter.report($0) }, extent: slot.extent)
        run.outlets.completeTracks()
        do {
            try await run.runLive(context)
        } catch let error as StageError where error.message.contains("No such file or directory") {
            guard let absence = DeviceNodes.absence(of: device, .microphone) else { throw error }
            throw StageError(.unreadableInput, "\(absence); this machine has none; try: sluice devices")
        }
    }

    /// The ALSA name of the device. Names with a colon and names from ALSA's configuration are unchanged.
    private var alsaName: String {
        get throws(StageError) {
            let nodes = DeviceNodes.microphones()
            let isCard = nodes.contains { [$0.name.lowercased(), $0.id.lowercased()].contains(device.lowercased()) }
            return isCard ? try DeviceNodes.device(named: device, among: nodes, what: "microphone") : device
        }
    }
}
