import CGStreamer
import CGStreamerLibraries
import Media
import StageKit
import Synchronization

/// Adds a separate branch of elements for each stream that a demuxer or decoder finds.
final class PadBranches<Output: Payload>: Sendable {
    /// The treatment of a stream.
    enum Branch: Sendable {
        /// Deliver the stream: the launch text before the appsink, and a function that sets up the delivery.
        case deliver(String, @Sendable (SourceRun<Output>, PipelineElement, Track.ID) -> Void)
        /// Use the stream only to measure the length of the file.
        case discard
        /// Count the samples of a selected stream that cannot be delivered.
        case leaveOut(OmittedMedia)
    }

    private let run: SourceRun<Output>
    private let context: StageContext
    private let delays: MatroskaTracks?
    private let choose: @Sendable (FoundStream) throws(StageError) -> Branch
    /// The number of streams so far, and the media type of the container.
    private let streams = Mutex<(count: Int, container: String?)>((0, nil))
    /// Whether discarded streams contribute to the shared time origin.
    private let sharesOriginWithAll: Bool

    /// The selection that the streams are chosen by.
    private let selection: TrackSelection
    /// Whether streams that are discarded have to end before the run does, so that it knows how far they reach.
    private let endsWithAll: Bool

    /// Handles the streams of `element`; those for which `continues` returns true are demultiplexed or decoded further,
    /// except for those for which `exposes` returns true.
    ///
    /// Calls `whenComplete` when the element has no more streams; by default this completes the list of tracks.
    /// `delays` are the codec delays to subtract.
    init(
        of element: PipelineElement, run: SourceRun<Output>, context: StageContext,
        delays: MatroskaTracks? = nil, selection: TrackSelection = .all, endsWithAll: Bool = false,
        sharesOriginWithAll: Bool = false, whenComplete: (@Sendable () -> Void)? = nil,
        exposes: @escaping @Sendable (CapsFields) -> Bool = { _ in false },
        continues: @escaping @Sendable (SluiceGstStreamKind) -> Bool,
        choose: @escaping @Sendable (FoundStream) throws(StageError) -> Branch
    ) {
        (self.selection, self.endsWithAll) = (selection, endsWithAll)
        self.sharesOriginWithAll = sharesOriginWithAll
        self.run = run
        self.context = context
        self.delays = delays
        self.choose = choose
        // Weak, because the pipeline would otherwise retain the object that retains the pipeline.
        let owner = PadSignalHandlers(
            added: { [weak self] pad in self?.add(pad) },
            complete: whenComplete ?? { [outlets = run.outlets] in outlets.completeTracks() },
            continues: { [outlets = run.outlets, weak self] pad, caps in
                let kind = sluice_gst_stream_kind(caps)
                // GStreamer does not classify a playlist as a container, although it leads to streams.
                if CapsFields(caps: caps).name == "application/x-hls" { return true }
                // The segments of MP4 express its edit lists, and the times of RTP packets follow the clock.
                let name = CapsFields(caps: caps).name
                if name.hasSuffix("/x-raw") { return false }
                if kind == .container { self?.streams.withLock { $0.container = name } }
                if kind == .container, !["video/quicktime", "application/x-rtp"].contains(name) {
                    outlets.shareOrigin(true)
                }
                if name.hasSuffix("/x-matroska") || name.hasSuffix("/webm") { outlets.setDeclaresEnd() }
                // The output of a decoder may start later than its input.
                if sharesOriginWithAll, kind == .video || kind == .audio { FirstTimestampProbe.watch(pad, outlets) }
                return continues(kind) && !exposes(CapsFields(caps: caps))
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
            let stream = ownedString(gst_pad_get_stream_id(pad))
            let known = delays?.replacementCaps(ofStream: stream, caps)
            defer { if let known { sluice_gst_mini_unref(known) } }
            let fields = CapsFields(caps: known ?? caps)
            if Self.encrypted.contains(fields.name) {
                throw StageError(
                    .unsupportedMedia, "\(run.pipeline.subject) is encrypted; only unencrypted media can be read")
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
                // Coded packets before the edit are needed for decoding; decoders have already removed frames outside
                // it.
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
        // Text and data are sparse, so other tracks do not wait for them.
        let type = stream.track.type
        let counts = sharesOriginWithAll && (type == .video || type == .audio)
        let delay = delays?.delay(ofStream: ownedString(gst_pad_get_stream_id(pad))) ?? 0
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

/// Measures the start and length of a stream that is not delivered.
private final class LengthMeter<Output: Payload>: SinkReceiver {
    private let run: OutletRun<Output>
    /// Identifies the stream while tracks wait for its first timestamp; nil if they do not.
    private let origin: Track.ID?
    private let delay: Int64
    private let hasBegun = Atomic<Bool>(false)
    /// Counts the samples of a selected track that cannot be delivered; nil if the track is not selected.
    private let samples: LeftOutSamples?
    /// Whether the run ends no earlier than the stream.
    private let isExpected: Bool
    private let hasEnded = Atomic<Bool>(false)

    init(
        _ run: OutletRun<Output>, origin: Track.ID?, _ delay: Int64, counting samples: LeftOutSamples?, isExpected: Bool
    ) {
        (self.run, self.origin, self.delay, self.samples) = (run, origin, delay, samples)
        self.isExpected = isExpected || samples != nil
        if let origin { run.awaitFirstTimestamp(origin) }
        if self.isExpected { run.addCountedStream() }
    }

    func receive(caps: UnsafeMutablePointer<GstCaps>) {}
    func receive(sample: inout SinkSample) -> Bool {
        // A live source whose tracks do not start must not wait for ever.
        if run.toleratesMissingTracks { run.watch.recordSideProgress() } else { run.watch.recordProgress() }
        if let buffer = sample.buffer, !sluice_gst_buffer_is(buffer, GST_BUFFER_FLAG_HEADER) { samples?.countSample() }
        if let origin, !hasBegun.exchange(true, ordering: .relaxed) {
            run.recordFirstTimestamp(origin, timestamp: sample.timestamp.map { $0 - delay })
        }
        if let time = sample.presentationTime { run.recordEnd(time + (sample.duration ?? 0)) }
        return !run.outcome.isDecided
    }
    func receiveEnd() {
        if let origin { run.recordFirstTimestamp(origin, timestamp: nil) }
        guard isExpected, !hasEnded.exchange(true, ordering: .relaxed) else { return }
        samples?.end()
        run.countedStreamEnded()
    }
}

/// The closures that signal handlers call.
private final class PadSignalHandlers: Sendable {
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

    static func from(_ owner: UnsafeMutableRawPointer?) -> PadSignalHandlers? {
        owner.map { Unmanaged<PadSignalHandlers>.fromOpaque($0).takeUnretainedValue() }
    }
}

private func padAdded(
    _ element: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ owner: UnsafeMutableRawPointer?
) {
    guard let pad else { return }
    PadSignalHandlers.from(owner)?.added(pad)
}

private func noMorePads(_ element: UnsafeMutablePointer<GstElement>?, _ owner: UnsafeMutableRawPointer?) {
    PadSignalHandlers.from(owner)?.complete()
}

private func autoplugContinue(
    _ element: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ caps: UnsafeMutablePointer<GstCaps>?, _ owner: UnsafeMutableRawPointer?
) -> gboolean {
    guard let pad, let caps, let owner = PadSignalHandlers.from(owner) else { return 1 }
    return owner.continues(pad, caps) ? 1 : 0
}
