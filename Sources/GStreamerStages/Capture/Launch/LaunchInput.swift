import CGStreamer
import CGStreamerLibraries
import Media
import StageKit
import Synchronization

/// The streams of a GStreamer pipeline description. Every selected stream becomes a track.
struct LaunchInput<Output: Payload>: CaptureInput {
    /// Decides how streams are processed.
    struct Treatment: Sendable {
        /// Whether a stream of this kind is demultiplexed or decoded further.
        var continues: @Sendable (SluiceGstStreamKind) -> Bool
        /// The form of a stream that is not processed further.
        var choose: @Sendable (FoundStream) throws(StageError) -> Form
    }

    /// The conversion of a stream to a track.
    enum Form: Sendable {
        /// The elements before the appsink, and a function that adds the track.
        case track(String, @Sendable (SourceRun<Output>, PipelineElement, CaptureTrack) -> Void)
        case discard
    }

    let description: String
    let source: LaunchSource
    /// Whether timestamps follow the run's clock and the input must not be blocked.
    let isLive: Bool
    let treatment: Treatment
    /// The timeout for the first data; nil for no limit with sources that listen for a sender, and the default with
    /// others.
    var wait: Duration?
    /// The timeouts of the pipeline; nil for the defaults of a live source or a file.
    var limits: ElementTimeouts?

    init(
        description: String, isLive: Bool, treatment: Treatment, wait: Duration? = nil, limits: ElementTimeouts? = nil
    ) {
        (self.description, source) = (description, LaunchSource(description))
        (self.isLive, self.treatment, self.wait, self.limits) = (isLive, treatment, wait, limits)
    }

    var subject: String { source.name }
    var absenceText: String {
        source.listens ? "no sender connected to \(subject)" : "no data from \(subject)"
    }
    /// When a server disconnects, its stream ends in the same way as a complete stream.
    var isEndless: Bool { isLive }
    var followsClock: Bool { isLive }

    /// A listening source is opened once and then waits for its sender without limit.
    var openingLimit: Duration? {
        guard wait == nil else { return wait }
        return source.listens ? .seconds(Int64.max / 2_000_000_000) : nil
    }

    private var usedLimits: ElementTimeouts { limits ?? (isLive ? .device : ElementTimeouts()) }

    /// Sets the timeout for the first data of the source.
    private func awaitData(
        _ bin: PipelineElement, _ pipeline: ElementPipeline, _ tracks: CaptureTracks, _ context: StageContext
    ) {
        let limit = wait.map(tracks.remainder) ?? (source.listens ? nil : pipeline.limits.silence)
        let watch = pipeline.watch
        let lateText = source.listens ? "\(absenceText) within \((wait ?? .zero).text); start the sender" : nil
        watch.awaitData(
            HangDetector.Arrival(limit: limit, lateText: lateText) { [subject] in
                context.report(
                    Problem(
                        .note, code: ProblemCode.sourceAwaited,
                        message: "no data has arrived from \(subject) yet; waiting for its sender"))
            })
        let owner = Unmanaged.passUnretained(watch).toOpaque()
        sluice_gst_on_first_data(bin.pointer, firstData, owner, retainOwner, releaseOwner)
    }

    func deliver(to output: any Outlet<Output>, tracks: CaptureTracks, context: StageContext) async throws {
        let pipeline = try ElementPipeline(
            empty: subject, context: context, limits: usedLimits,
            damage: DamageMonitor(Output.self == Frame.self ? .frames : .samples))
        tracks.measureDamage { [weak damage = pipeline.damage] in damage?.figures ?? [] }
        let bin = try pipeline.addSource(description)
        // A source that does not follow the clock starts at zero each time; the shift continues the timeline at the
        // current clock time.
        let isFirst = tracks.open()
        let clock = GStreamerClock.shared(context)
        let shift = isLive ? TimeShift(anchoredTo: clock) : TimeShift(isFirst ? 0 : clock.runningTime)
        let run = SourceRun(pipeline, output: output, shift: shift)
        let streams = LaunchStreams(
            run: run, isLive: isLive, treatment: treatment, tracks: tracks, context: context)
        defer { withExtendedLifetime(streams) {} }
        try streams.watch(bin)
        if sluice_gst_prepare_demuxers(bin.pointer, isLive) { run.outlets.shareOrigin(true) }
        awaitData(bin, pipeline, tracks, context)
        try await run.runLive(context)
        guard run.outlets.hasTracks || context.stop.isRaised else {
            throw StageError(.noUsableTrack, "\(subject) has no stream that 'tracks' selects")
        }
    }
}

/// Adds a demultiplexer and decoder to each open pad of a description.
private final class LaunchStreams<Output: Payload>: Sendable {
    private let run: SourceRun<Output>
    private let isLive: Bool
    private let treatment: LaunchInput<Output>.Treatment
    private let tracks: CaptureTracks
    private let context: StageContext
    private struct State {
        var branches: [PadBranches<Output>] = []
        var open = 1
        /// The number of streams of each kind.
        var counts: [String: Int] = [:]
        /// The slots of streams by kind and identifier.
        var slots: [String: String] = [:]
    }
    private let state = Mutex(State())

    init(
        run: SourceRun<Output>, isLive: Bool, treatment: LaunchInput<Output>.Treatment, tracks: CaptureTracks,
        context: StageContext
    ) {
        self.run = run
        self.isLive = isLive
        self.treatment = treatment
        self.tracks = tracks
        self.context = context
    }

    /// Handles the existing open pads and those added later.
    func watch(_ bin: PipelineElement) throws(StageError) {
        // Weak, because the pipeline would otherwise retain the object that retains the pipeline.
        let owner = PadCallbacks(
            added: { [weak self] in self?.add($0) }, complete: { [weak self] in self?.close() })
        let count = sluice_gst_open_pads(
            bin.pointer, launchPad, launchComplete, Unmanaged.passRetained(owner).toOpaque(), releaseOwner)
        state.withLock { $0.open += Int(count) }
        if count == 0, state.withLock({ $0.branches.isEmpty }) {
            throw StageError(.noUsableTrack, "\(run.pipeline.subject): no element of 'launch' has an open source pad")
        }
        close()
    }

    private func add(_ pad: UnsafeMutablePointer<GstPad>) {
        do {
            let streams = try run.pipeline.addElement("decodebin")
            // GStreamer's estimate of the sender's clock shifts video against audio, and loses half a second of video
            // when program clock references wrap after 26.5 hours. `TimeShift` keeps the stream on the run's clock.
            if isLive { sluice_gst_ignore_program_clocks(streams.pointer) }
            let branches = PadBranches(
                of: streams, run: run, context: context, whenComplete: { [weak self] in self?.close() },
                continues: treatment.continues
            ) { [weak self] stream throws(StageError) in
                try self?.branch(stream) ?? .discard
            }
            state.withLock { state in
                state.branches.append(branches)
                state.open += 1
            }
            run.outlets.expectTracks()
            if !sluice_gst_link_and_start(pad, streams.pointer) {
                throw StageError(.unsupportedMedia, "a stream of \(run.pipeline.subject) cannot be read")
            }
        } catch {
            run.outlets.outcome.fail(error)
        }
    }

    private func branch(_ stream: FoundStream) throws(StageError) -> PadBranches<Output>.Branch {
        guard case .track(let text, let add) = try treatment.choose(stream) else { return .discard }
        let kind = stream.caps.kind == .video ? "video" : "audio"
        let name = state.withLock { state in
            // After a new program map, a live transport stream continues with other pads.
            let key = isLive ? stream.identity.map { "\(kind) \($0)" } : nil
            if let known = key.flatMap({ state.slots[$0] }) { return known }
            let name = "\(kind) \(state.counts[kind, default: 0])"
            state.counts[kind, default: 0] += 1
            if let key { state.slots[key] = name }
            return name
        }
        let slot = tracks.slot(name)
        return .deliver(text) { run, sink, _ in add(run, sink, slot) }
    }

    /// Handles that one of the elements that may add streams will not add more.
    private func close() {
        let isLast = state.withLock { state in
            state.open -= 1
            return state.open == 0
        }
        if isLast { run.outlets.completeTracks() }
    }
}

/// The closures that signal handlers call.
private final class PadCallbacks: Sendable {
    let added: @Sendable (UnsafeMutablePointer<GstPad>) -> Void
    let complete: @Sendable () -> Void

    init(
        added: @escaping @Sendable (UnsafeMutablePointer<GstPad>) -> Void, complete: @escaping @Sendable () -> Void
    ) {
        self.added = added
        self.complete = complete
    }
}

private func firstData(_ element: UnsafeMutablePointer<GstElement>?, _ owner: UnsafeMutableRawPointer?) {
    guard let owner else { return }
    Unmanaged<HangDetector>.fromOpaque(owner).takeUnretainedValue().reach(.announcingTracks)
}

private func retainOwner(_ owner: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let owner else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(owner).retain().toOpaque()
}

private func launchPad(
    _ element: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ owner: UnsafeMutableRawPointer?
) {
    guard let pad, let owner else { return }
    Unmanaged<PadCallbacks>.fromOpaque(owner).takeUnretainedValue().added(pad)
}

private func launchComplete(_ element: UnsafeMutablePointer<GstElement>?, _ owner: UnsafeMutableRawPointer?) {
    guard let owner else { return }
    Unmanaged<PadCallbacks>.fromOpaque(owner).takeUnretainedValue().complete()
}
