import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Gives each stream that a demuxer or decoder finds a branch of its own.
final class PadBranches<Output: Payload>: Sendable {
    /// What becomes of a stream.
    enum Branch: Sendable {
        /// It is delivered: the launch text before the appsink, and what sets the delivery up.
        case deliver(String, @Sendable (SourceRun<Output>, PipelineElement, Track.ID) -> Void)
        /// It only tells how long the file is.
        case discard
    }

    private let run: SourceRun<Output>
    private let context: StageContext
    private let delays: MatroskaDelays?
    private let choose: @Sendable (CapsFields) throws(StageError) -> Branch

    /// Watches `element`, whose streams are decoded further where `continues` says so.
    ///
    /// When it has no more of them `whenComplete` runs; without it the list of tracks is complete. Streams begin
    /// earlier by `delays`.
    init(
        of element: PipelineElement, run: SourceRun<Output>, context: StageContext,
        delays: MatroskaDelays? = nil, whenComplete: (@Sendable () -> Void)? = nil,
        continues: @escaping @Sendable (SluiceGstStreamKind) -> Bool,
        choose: @escaping @Sendable (CapsFields) throws(StageError) -> Branch
    ) {
        self.run = run
        self.context = context
        self.delays = delays
        self.choose = choose
        // Weak: the pipeline must not keep alive what keeps the pipeline alive.
        let owner = PadOwner(
            added: { [weak self] pad in self?.add(pad) },
            complete: whenComplete ?? { [outlets = run.outlets] in outlets.completeTracks() },
            continues: { [outlets = run.outlets] caps in
                let kind = sluice_gst_stream_kind(caps)
                // A playlist is no container to GStreamer, and yet there are streams in it.
                if CapsFields(caps: caps).name == "application/x-hls" { return true }
                // Segments of MP4 are its edit lists, and RTP's packets have times of the clock.
                let name = CapsFields(caps: caps).name
                if kind == .container, !["video/quicktime", "application/x-rtp"].contains(name) {
                    outlets.shareOrigin(true)
                }
                return continues(kind)
            })
        let retained = { Unmanaged.passRetained(owner).toOpaque() }
        sluice_gst_on_pad_added(element.pointer, padAdded, retained(), releaseOwner)
        sluice_gst_on_no_more_pads(element.pointer, noMorePads, retained(), releaseOwner)
        sluice_gst_on_autoplug_continue(element.pointer, autoplugContinue, retained(), releaseOwner)
    }

    private func add(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let caps = sluice_gst_pad_caps(pad) else { return }
        defer { sluice_gst_mini_unref(caps) }
        do {
            let fields = CapsFields(caps: caps)
            if ["application/x-cenc", "application/x-cbcs"].contains(fields.name) {
                throw StageError(
                    .unsupportedMedia, "\(run.pipeline.subject) is encrypted; only clear media can be read")
            }
            switch try choose(fields) {
            case .deliver(let text, let deliver):
                let bin = try run.pipeline.addBin("\(text) ! \(Self.sink)")
                let sink = bin.child("out")
                // Coded packets before the edit begins are needed for decoding; decoders have cut frames already.
                sluice_gst_sink_set_clipping(sink.pointer, false)
                let id = context.makeTrackID()
                let stream = takeString(gst_pad_get_stream_id(pad))
                if let stream { run.setStream(stream, of: id) }
                if let delays { run.advance(id, by: delays.delay(ofStream: stream)) }
                deliver(run, sink, id)
                link(pad, bin)
            case .discard:
                let bin = try run.pipeline.addBin("identity silent=true ! \(Self.sink)")
                connect(bin.child("out"), to: LengthMeter(run.outlets))
                link(pad, bin)
            }
        } catch {
            run.outlets.outcome.fail(error)
        }
    }

    private func link(_ pad: UnsafeMutablePointer<GstPad>, _ bin: PipelineElement) {
        if !sluice_gst_link_and_start(pad, bin.pointer) {
            run.outlets.outcome.fail(
                StageError(.unsupportedMedia, "a stream of \(run.pipeline.subject) cannot be read"))
        }
    }

    private static var sink: String { "appsink name=out sync=false async=false max-buffers=4" }
}

/// Takes a stream that nobody wants, to know how far it reaches.
private final class LengthMeter<Output: Payload>: SinkReceiver {
    private let run: OutletRun<Output>
    init(_ run: OutletRun<Output>) { self.run = run }

    func receive(caps: UnsafeMutablePointer<GstCaps>) {}
    func receive(sample: inout SinkSample) -> Bool {
        run.watch.note()
        if let time = sample.presentationTime { run.reached(time + (sample.duration ?? 0)) }
        return !run.outcome.isDecided
    }
    func receiveEnd() {}
}

/// What signal handlers call.
private final class PadOwner: Sendable {
    let added: @Sendable (UnsafeMutablePointer<GstPad>) -> Void
    let complete: @Sendable () -> Void
    let continues: @Sendable (UnsafeMutablePointer<GstCaps>) -> Bool

    init(
        added: @escaping @Sendable (UnsafeMutablePointer<GstPad>) -> Void, complete: @escaping @Sendable () -> Void,
        continues: @escaping @Sendable (UnsafeMutablePointer<GstCaps>) -> Bool
    ) {
        self.added = added
        self.complete = complete
        self.continues = continues
    }

    static func from(_ owner: UnsafeMutableRawPointer?) -> PadOwner? {
        owner.map { Unmanaged<PadOwner>.fromOpaque($0).takeUnretainedValue() }
    }
}

private func padAdded(
    _ element: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ owner: UnsafeMutableRawPointer?
) {
    guard let pad else { return }
    PadOwner.from(owner)?.added(pad)
}

private func noMorePads(_ element: UnsafeMutablePointer<GstElement>?, _ owner: UnsafeMutableRawPointer?) {
    PadOwner.from(owner)?.complete()
}

private func autoplugContinue(
    _ element: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ caps: UnsafeMutablePointer<GstCaps>?, _ owner: UnsafeMutableRawPointer?
) -> gboolean {
    guard let caps, let owner = PadOwner.from(owner) else { return 1 }
    return owner.continues(caps) ? 1 : 0
}
