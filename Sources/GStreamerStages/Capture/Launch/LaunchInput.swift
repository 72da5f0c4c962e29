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
        /// A selected stream that is not supported, with the reason as the end of a sentence.
        case leaveOut(String)
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
        if isLive { streams.tolerateTracks(pipeline) }
        try streams.watch(bin)
        if sluice_gst_prepare_demuxers(bin.pointer, isLive) { run.outlets.shareOrigin(true) }
        awaitData(bin, pipeline, tracks, context)
        try await run.runLive(context)
        guard run.outlets.hasTracks || context.stop.isRaised else {
            throw StageError(.noUsableTrack, streams.absenceText)
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
        /// The number of elements that may add streams, and one until all are known.
        var open = 1
        /// The elements that have added all their streams. A transport stream with another program map adds more.
        var complete: Set<UInt> = []
        /// The number of streams of each kind.
        var counts: [String: Int] = [:]
        /// The slots of streams by kind and identifier.
        var slots: [String: String] = [:]
        /// The media types of tracks.
        var types: [Track.ID: String] = [:]
        /// The formats of streams that are left out.
        var leftOut: [String] = []
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
            added: { [weak self] in self?.add($0) }, complete: { [weak self] in self?.close($0) })
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
            let element = UInt(bitPattern: streams.pointer)
            let branches = PadBranches(
                of: streams, run: run, context: context, whenComplete: { [weak self] in self?.close(element) },
                // The decoder element would fail.
                exposes: { [isLive] in isLive && Output.self == Frame.self && $0.hasNoDecoder },
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

    /// Continues without tracks that do not start, and without streams that have no decoder.
    func tolerateTracks(_ pipeline: ElementPipeline) {
        run.outlets.tolerate(
            TrackTolerance(
                limit: pipeline.limits.lateTracks, reportLate: { [weak self] in self?.reportLate($0) },
                reportUnsupported: { [weak self] in self?.reportUnsupported($0, $1) }))
        let (subject, tracks, context) = (pipeline.subject, tracks, context)
        pipeline.leaveOutUndecodable { error in
            guard tracks.isFirstReport(of: error.message) else { return }
            context.reportWarning(
                OmittedMedia.trackCode,
                "left out: a stream of '\(subject)': \(error.message), or exclude the stream with 'tracks'")
        }
    }

    private func reportLate(_ late: Set<Track.ID>) {
        let types = state.withLock { state in late.compactMap { state.types[$0] } }
        context.reportWarning(
            "track-late",
            "\(run.pipeline.subject): no \(Set(types).sorted().joined(separator: " and ")) that can be read for "
                + "\(run.pipeline.limits.lateTracks.text); the other tracks start without it, and it is added when it "
                + "starts. Exclude it with 'tracks' if it never does")
    }

    private func reportUnsupported(_ id: Track.ID, _ error: StageError) {
        guard tracks.isFirstReport(of: error.message) else { return }
        context.reportWarning(
            OmittedMedia.trackCode,
            "left out: \(state.withLock { $0.types[id] } ?? "a stream") of '\(run.pipeline.subject)': \(error.message), or "
                + "exclude it with 'tracks'")
    }

    /// The reason why no stream became a track.
    var absenceText: String {
        let (subject, formats) = (run.pipeline.subject, state.withLock { $0.leftOut })
        return formats.isEmpty
            ? "\(subject) has no stream that 'tracks' selects"
            : "\(subject) has no supported stream; found \(formats.joined(separator: ", "))"
    }

    private func branch(_ stream: FoundStream) throws(StageError) -> PadBranches<Output>.Branch {
        let (text, add): (String, @Sendable (SourceRun<Output>, PipelineElement, CaptureTrack) -> Void)
        switch try treatment.choose(stream) {
        case .track(let elements, let adding): (text, add) = (elements, adding)
        case .discard: return .discard
        case .leaveOut(let reason):
            leaveOut(stream, reason)
            return .discard
        }
        let kind = stream.track.type == .video ? "video" : "audio"
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
        state.withLock { $0.types[slot.id] = kind }
        return .deliver(text) { run, sink, _ in add(run, sink, slot) }
    }

    private func leaveOut(_ stream: FoundStream, _ reason: String) {
        let (track, subject) = (stream.track, run.pipeline.subject)
        state.withLock { $0.leftOut.append(track.format) }
        // An input that is opened again, or sends another program map, has the same streams.
        guard tracks.isFirstReport(of: "\(track.number) \(track.format)") else { return }
        context.report(OmittedMedia(track.name, format: track.format, reason: reason), of: subject)
    }

    /// Handles that an element has added all its streams, which it may signal again.
    private func close(_ element: UInt) { if state.withLock({ $0.complete.insert(element).inserted }) { close() } }

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
    /// Takes the address of the element.
    let complete: @Sendable (UInt) -> Void

    init(
        added: @escaping @Sendable (UnsafeMutablePointer<GstPad>) -> Void, complete: @escaping @Sendable (UInt) -> Void
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
    Unmanaged<PadCallbacks>.fromOpaque(owner).takeUnretainedValue().complete(UInt(bitPattern: element))
}
