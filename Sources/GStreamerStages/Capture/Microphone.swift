import Media
import StageKit

/// An ALSA device whose sound keeps to the run's clock.
struct Microphone: CaptureInput {
    /// The ALSA name, or the name of a card.
    var device: String
    var rate: Int
    var channels: Int

    var subject: String { "the microphone \(device)" }

    func deliver(to output: any Outlet<Frame>, tracks: CaptureTracks, context: StageContext) async throws {
        let name = try alsaName
        try DeviceNodes.checkMicrophones(device)
        // A second of buffer, because with the usual 0.2 s a busy machine loses sound; it adds no latency. Blocks are
        // stamped with when they were captured, by the driver's time stamps or else by those of arrival.
        let pipeline = try ElementPipeline(
            """
            alsasrc name=source provide-clock=false buffer-time=1000000 slave-method=re-timestamp
            ! capsfilter name=wanted ! audioconvert
            ! audio/x-raw,format=F32LE,layout=interleaved,channels=\(channels)
            ! appsink name=out sync=false async=false max-buffers=16
            """, subject: subject, context: context, limits: .device)
        pipeline.element("source").setString("device", name)
        // The device's own rate where it does not have the one that is wanted.
        pipeline.element("wanted").set(
            "caps", "audio/x-raw,rate=\(rate),channels=\(channels);audio/x-raw,rate=\(rate);audio/x-raw")
        let run = SourceRun(pipeline, output: output)
        let slot = tracks.slot("audio")
        let meter = SoundMeter(subject: subject, context: context)
        run.add(
            pipeline.element("out"), slot.id, CapturedSound(rate: rate) { meter.note($0) }, extent: slot.extent)
        run.outlets.completeTracks()
        try await run.runLive(context)
    }

    /// What ALSA calls the device: names with a colon and those of ALSA's own configuration stay as they are.
    private var alsaName: String {
        get throws(StageError) {
            let nodes = DeviceNodes.microphones()
            let isCard = nodes.contains { [$0.name.lowercased(), $0.id.lowercased()].contains(device.lowercased()) }
            return isCard ? try DeviceNodes.device(named: device, among: nodes, what: "microphone") : device
        }
    }
}
