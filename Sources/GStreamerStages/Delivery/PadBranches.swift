import CGStreamer
import CGStreamerLibraries
import Media
import StageKit
import Synchronization

/// Gives each stream that a demuxer or decoder finds a branch of its own.
final class PadBranches<Output: Payload>: Sendable {
    /// What becomes of a stream.
    enum Branch: Sendable {
        /// It is delivered: the launch text before the appsink, and what sets the delivery up.
        case deliver(String, @Sendable (SourceRun<Output>, PipelineElement, Track.ID) -> Void)
        /// It only tells how long the file is.
        case discard
        /// It is asked for and cannot be delivered; its samples are counted.
        case leaveOut(LeftOut)
    }

    private let run: SourceRun<Output>
    private let context: StageContext
    private let delays: MatroskaTracks?
    private let choose: @Sendable (FoundStream) throws(StageError) -> Branch
    /// The number of streams so far, and the media type of the container.
    private let streams = Mutex<(count: Int, container: String?)>((0, nil))
    /// Whether streams that are discarded count where times are counted from the first of all.
    private let sharesOriginWithAll: Bool

    /// The selection that the streams are chosen by.
    private let selection: TrackSelection
    /// Whether streams that are discarded have to end before the run does, so that it knows how far they reach.
    private let endsWithAll: Bool

    /// Watches `element`, whose streams are decoded further where `continues` says so.
    ///
    /// When it has no more of them `whenComplete` runs; without it the list of tracks is complete. Streams begin
    /// earlier by `delays`.
    init(
        of element: PipelineElement, run: SourceRun<Output>, context: StageContext,
        delays: MatroskaTracks? = nil, selection: TrackSelection = .all, endsWithAll: Bool = false,
        sharesOriginWithAll: Bool = false, whenComplete: (@Sendable () -> Void)? = nil,
        continues: @escaping @Sendable (SluiceGstStreamKind) -> Bool,
        choose: @escaping @Sendable (FoundStream) throws(StageError) -> Branch
    ) {
        (self.selection, self.endsWithAll) = (selection, endsWithAll)
        self.sharesOriginWithAll = sharesOriginWithAll
        self.run = run
        self.context = context
        self.delays = delays
        self.choose = choose
        // Weak: the pipeline must not keep alive what keeps the pipeline alive.
        let owner = PadOwner(
            added: { [weak self] pad in self?.add(pad) },
            complete: whenComplete ?? { [outlets = run.outlets] in outlets.completeTracks() },
            continues: { [outlets = run.outlets, weak self] pad, caps in
                let kind = sluice_gst_stream_kind(caps)
                // A playlist is no container to GStreamer, and yet there are streams in it.
                if CapsFields(caps: caps).name == "application/x-hls" { return true }
                // Segments of MP4 are its edit lists, and RTP's packets have times of the clock.
                let name = CapsFields(caps: caps).name
                if kind == .container { self?.streams.withLock { $0.container = name } }
                if kind == .container, !["video/quicktime", "application/x-rtp"].contains(name) {
                    outlets.shareOrigin(true)
                }
                // Decoders may begin later than what they decode.
                if sharesOriginWithAll, kind == .video || kind == .audio { FirstTime.watch(pad, outlets) }
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
            let stream = takeString(gst_pad_get_stream_id(pad))
            let known = delays?.knownCaps(ofStream: stream, caps)
            defer { if let known { sluice_gst_mini_unref(known) } }
            let fields = CapsFields(caps: known ?? caps)
            if Self.encrypted.contains(fields.name) {
                throw StageError(
                    .unsupportedMedia, "\(run.pipeline.subject) is encrypted; only clear media can be read")
            }
            let (place, container) = streams.withLock { streams in
                streams.count += 1
                return (streams.count, streams.container)
            }
            let found = FoundStream(pad, fields, place: place, in: container)
            switch try choose(found) {
            case .deliver(let text, let deliver):
                let bin = try run.pipeline.addBin("\(text) ! \(Self.sink)")
                let sink = bin.child("out")
                // Coded packets before the edit begins are needed for decoding; decoders have cut frames already.
                sluice_gst_sink_set_clipping(sink.pointer, false)
                let id = context.makeTrackID()
                let origin = found.track.origin(in: run.pipeline.subject, by: selection)
                run.setOrigin(origin, of: id)
                if let stream { run.setStream(stream, of: id) }
                if let delays { run.advance(id, by: delays.delay(ofStream: stream)) }
                deliver(run, sink, id)
                link(pad, bin)
            case .discard: try discard(pad, found, counting: nil)
            case .leaveOut(let leftOut): try discard(pad, found, counting: run.count(LeftOutSamples(leftOut)))
            }
        } catch {
            run.outlets.outcome.fail(error)
        }
    }

    private func discard(
        _ pad: UnsafeMutablePointer<GstPad>, _ stream: FoundStream, counting samples: LeftOutSamples?
    ) throws {
        let bin = try run.pipeline.addBin("identity silent=true ! \(Self.sink)")
        // Nothing waits for text and data, which come now and then.
        let type = stream.track.type
        let counts = sharesOriginWithAll && (type == .video || type == .audio)
        let delay = delays?.delay(ofStream: takeString(gst_pad_get_stream_id(pad))) ?? 0
        let origin = counts ? context.makeTrackID() : nil
        let meter = LengthMeter(run.outlets, origin: origin, delay, counting: samples, isExpected: endsWithAll)
        connect(bin.child("out"), to: meter)
        link(pad, bin)
    }

    private func link(_ pad: UnsafeMutablePointer<GstPad>, _ bin: PipelineElement) {
        if !sluice_gst_link_and_start(pad, bin.pointer) {
            run.outlets.outcome.fail(
                StageError(.unsupportedMedia, "a stream of \(run.pipeline.subject) cannot be read"))
        }
    }

    /// Streams of encrypted samples.
    private static var encrypted: Set<String> {
        ["application/x-cenc", "application/x-cbcs", "application/x-webm-enc"]
    }
    private static var sink: String { "appsink name=out sync=false async=false max-buffers=4" }
}

/// Takes a stream that is not delivered, to know how far it reaches and when it begins.
private final class LengthMeter<Output: Payload>: SinkReceiver {
    private let run: OutletRun<Output>
    /// Stands for the stream where its beginning is waited for; nil elsewhere.
    private let origin: Track.ID?
    private let delay: Int64
    private let hasBegun = Atomic<Bool>(false)
    /// Counts the samples of a track that is left out; nil where the track was not asked for.
    private let samples: LeftOutSamples?
    /// Whether the run ends no earlier than the stream.
    private let isExpected: Bool
    private let hasEnded = Atomic<Bool>(false)

    init(
        _ run: OutletRun<Output>, origin: Track.ID?, _ delay: Int64, counting samples: LeftOutSamples?, isExpected: Bool
    ) {
        (self.run, self.origin, self.delay, self.samples) = (run, origin, delay, samples)
        self.isExpected = isExpected || samples != nil
        if let origin { run.expectBeginning(origin) }
        if self.isExpected { run.expectCounted() }
    }

    func receive(caps: UnsafeMutablePointer<GstCaps>) {}
    func receive(sample: inout SinkSample) -> Bool {
        run.watch.note()
        if let buffer = sample.buffer, !sluice_gst_buffer_is(buffer, GST_BUFFER_FLAG_HEADER) { samples?.countSample() }
        if let origin, !hasBegun.exchange(true, ordering: .relaxed) {
            run.begins(origin, timestamp: sample.timestamp.map { $0 - delay })
        }
        if let time = sample.presentationTime { run.reached(time + (sample.duration ?? 0)) }
        return !run.outcome.isDecided
    }
    func receiveEnd() {
        if let origin { run.begins(origin, timestamp: nil) }
        guard isExpected, !hasEnded.exchange(true, ordering: .relaxed) else { return }
        samples?.end()
        run.countedEnded()
    }
}

/// What signal handlers call.
private final class PadOwner: Sendable {
    let added: @Sendable (UnsafeMutablePointer<GstPad>) -> Void
    let complete: @Sendable () -> Void
    let continues: @Sendable (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstCaps>) -> Bool

    init(
        added: @escaping @Sendable (UnsafeMutablePointer<GstPad>) -> Void, complete: @escaping @Sendable () -> Void,
        continues: @escaping @Sendable (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstCaps>) -> Bool
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
    guard let pad, let caps, let owner = PadOwner.from(owner) else { return 1 }
    return owner.continues(pad, caps) ? 1 : 0
}
