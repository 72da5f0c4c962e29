import CGStreamer
import CGStreamerLibraries
import Dispatch
import StageKit
import Synchronization

/// One GStreamer pipeline from its creation to its end. It needs no main loop, all waits have timeouts, and it is
/// always freed.
final class ElementPipeline: @unchecked Sendable {
    // Safe because GStreamer's objects lock themselves and this pointer never changes.
    let pointer: UnsafeMutablePointer<GstElement>
    /// The name of the pipeline's source or sink in messages, such as a file name.
    let subject: String
    let limits: ElementTimeouts
    /// Counts the data that its parsers and decoders lose; nil if that is not measured.
    let damage: DamageMonitor?
    let outcome = RunOutcome()
    let watch = HangDetector()
    /// Reports messages of the pipeline; does nothing without a context.
    private let report: @Sendable (Problem) -> Void
    private let abandoned = Atomic<Bool>(false)
    /// Whether elements may run: the pipeline was started and not stopped.
    private let isActive = Atomic<Bool>(false)
    private let bus: BusReceiver
    /// Changes states in the order of the calls. A start after the stop would leave elements running when they are freed.
    private let stateChanges = DispatchQueue(label: "gst-state")

    /// Creates the elements of a launch description without starting them.
    ///
    /// The description must not contain text from external input; set such text with
    /// ``PipelineElement/setString(_:_:)``.
    init(
        _ description: String, subject: String, context: StageContext, limits: ElementTimeouts = ElementTimeouts(),
        damage: DamageMonitor? = nil
    ) throws(StageError) {
        try GStreamerLibrary.start()
        var missing: UnsafeMutablePointer<CChar>?
        var message: UnsafeMutablePointer<CChar>?
        guard let made = sluice_gst_make_pipeline(description, &missing, &message) else {
            throw Self.parseError(ownedString(missing), ownedString(message))
        }
        pointer = made
        self.subject = subject
        self.limits = limits
        self.damage = damage
        bus = BusReceiver(outcome: outcome, subject: subject)
        report = { context.report($0) }
        prepare(context)
    }

    /// A pipeline without elements. Without a context it can be examined but not run.
    init(
        empty subject: String, context: StageContext?, limits: ElementTimeouts, damage: DamageMonitor? = nil
    ) throws(StageError) {
        try GStreamerLibrary.start()
        guard let made = gst_pipeline_new(nil) else {
            throw StageError(.elementFailed, "GStreamer cannot create a pipeline")
        }
        pointer = gst_object_ref_sink(made).assumingMemoryBound(to: GstElement.self)
        self.subject = subject
        self.limits = limits
        self.damage = damage
        bus = BusReceiver(outcome: outcome, subject: subject)
        report = { context?.report($0) }
        if let context { prepare(context) }
    }

    private func prepare(_ context: StageContext) {
        let clock = GStreamerClock.shared(context)
        sluice_gst_use_clock(pointer, clock.clock, clock.baseTime)
        watchBus()
        damage?.watch(pointer)
    }

    deinit {
        guard isActive.load(ordering: .acquiring) else { return sluice_gst_object_unref(pointer) }
        // The owner did not close it. Threads of elements that are freed while they run use freed memory.
        let address = UInt(bitPattern: pointer)
        stateChanges.async {
            let pointer = UnsafeMutablePointer<GstElement>(bitPattern: address)
            gst_element_set_state(pointer, GST_STATE_NULL)
            sluice_gst_object_unref(pointer)
        }
    }

    /// Calls `handler` for each stream without a decoder, instead of failing, while other streams have decoders.
    func leaveOutUndecodable(_ handler: @escaping @Sendable (StageError) -> Void) {
        bus.whenUndecodable.set(handler)
    }

    /// The element with this name in the description.
    func element(_ name: String) -> PipelineElement {
        guard let found = sluice_gst_find(pointer, name) else { preconditionFailure("no element is called \(name)") }
        return PipelineElement(found)
    }

    /// Adds elements to a running pipeline. The caller links another element's pad to the sink pad of the returned bin.
    func addBin(_ description: String) throws(StageError) -> PipelineElement {
        var missing: UnsafeMutablePointer<CChar>?
        var message: UnsafeMutablePointer<CChar>?
        guard let bin = sluice_gst_add_bin(pointer, description, &missing, &message) else {
            throw Self.parseError(ownedString(missing), ownedString(message))
        }
        return PipelineElement(gst_object_ref(bin).assumingMemoryBound(to: GstElement.self))
    }

    /// Adds one element.
    func addElement(_ factory: String) throws(StageError) -> PipelineElement {
        guard let element = sluice_gst_add_element(pointer, factory) else { throw DebianPackages.missing(factory) }
        return PipelineElement(gst_object_ref(element).assumingMemoryBound(to: GstElement.self))
    }

    /// Adds the elements of a user-provided description, which may end with a format. Libraries' warnings about it are
    /// collected instead of logged.
    func addSource(_ description: String, warnings: LibraryWarnings = LibraryWarnings()) throws(StageError)
        -> PipelineElement
    {
        // ristsrc of GStreamer 1.22 blocks for ever when its port is odd.
        if description.contains(/\bristsrc\b[^!]*(?:\bport\s*=\s*["']?|rist:\/\/[^\s"'!]*:)\d*[13579]\b/) {
            throw StageError(.invalidOptions, "\(subject): GStreamer rejects 'launch': ports of RIST are even numbers")
        }
        var missing: UnsafeMutablePointer<CChar>?
        var message: UnsafeMutablePointer<CChar>?
        // GStreamer accepts formats only between elements, and takes the last one for an element.
        let endsWithFormat = description.contains(/!\s*(?:video|audio|image|text|application)\/[^!]*$/)
        let description = endsWithFormat ? "\(description) ! identity silent=true" : description
        let bin = sluice_gst_add_source(
            pointer, description, &missing, &message,
            { message, isProperty, owner in
                guard let message, let owner else { return }
                Unmanaged<LibraryWarnings>.fromOpaque(owner).takeUnretainedValue()
                    .append(String(cString: message), isProperty: isProperty)
            }, Unmanaged.passUnretained(warnings).toOpaque())
        guard let bin else {
            if let missing = ownedString(missing) { throw DebianPackages.missing(missing) }
            let reason = ownedString(message) ?? "unknown reason"
            throw StageError(.invalidOptions, "\(subject): GStreamer rejects 'launch': \(reason)")
        }
        return PipelineElement(gst_object_ref(bin).assumingMemoryBound(to: GstElement.self))
    }

    /// Starts the pipeline, runs `body`, and stops the pipeline even if an error occurs.
    ///
    /// After `stop` is raised, elements that do not return are abandoned after ``ElementTimeouts/promptStop``.
    func run<Value>(until stop: StopSignal? = nil, _ body: () async throws -> Value) async throws -> Value {
        do {
            try await play()
            let value = try await body()
            try await close(until: stop)
            return value
        } catch {
            outcome.fail(error)
            // The first error is the cause; later ones are consequences.
            try? await close(until: stop)
            throw outcome.failure ?? error
        }
    }

    /// The duration that the input declares, in nanoseconds; nil when unknown.
    var announcedDuration: Int64? {
        let duration = sluice_gst_duration(pointer)
        return duration > 0 ? duration : nil
    }

    /// Starts the pipeline. The caller must call ``close()`` even if this throws.
    func play() async throws {
        _ = try await change(to: GST_STATE_PLAYING)
        watch.start(limits) { [weak self] phase in self?.reportHang(phase) }
    }

    /// Opens devices without starting them. The caller must call ``close()`` even if this throws.
    func open() async throws { _ = try await change(to: GST_STATE_READY) }

    private func change(to state: GstState) async throws -> GstStateChangeReturn {
        let start = BlockingOperation(on: stateChanges) { [self] in
            // Without a start, there is nothing that a stop would have to wait for.
            if outcome.isDecided { return GST_STATE_CHANGE_SUCCESS }
            isActive.store(true, ordering: .releasing)
            return gst_element_set_state(pointer, state)
        }
        // A stop does not wait for an element that connects to a server.
        outcome.onDecision { [weak outcome] in if outcome?.failure == nil { start.interrupt() } }
        guard let result = await start.value(within: limits.stateChange) else {
            if outcome.isDecided, outcome.failure == nil { return GST_STATE_CHANGE_ASYNC }
            throw StageError(.limitReached, "\(subject) did not start within \(limits.stateChange.text): \(lateText)")
        }
        if result == GST_STATE_CHANGE_FAILURE {
            throw outcome.failure ?? StageError(.elementFailed, "\(subject) does not start")
        }
        return result
    }

    /// Whether elements did not return after a stop: their threads may still deliver data.
    var isAbandoned: Bool { abandoned.load(ordering: .acquiring) }

    /// Stops the pipeline and waits for its streaming threads.
    func close(until stop: StopSignal? = nil) async throws {
        watch.stop()
        outcome.finish()
        let end = BlockingOperation(on: stateChanges) { [self] in
            gst_element_set_state(pointer, GST_STATE_NULL)
            isActive.store(false, ordering: .releasing)
            return true
        }
        if await end.value(within: limits.stopNotice) != nil { return }
        guard stop?.isRaised == true else {
            if await end.value(within: limits.stateChange - limits.stopNotice) != nil { return }
            throw StageError(.limitReached, "\(subject) did not stop within \(limits.stateChange.text): \(lateText)")
        }
        report(
            Problem(
                .note, code: "source-stopping",
                message: "stopping \(subject): \(blockedText), for at most \(limits.promptStop.text)"))
        if await end.value(within: limits.promptStop - limits.stopNotice) != nil { return }
        abandoned.store(true, ordering: .releasing)
        report(
            Problem(
                .warning, code: "source-abandoned",
                message:
                    "\(subject) did not stop within \(limits.promptStop.text): \(blockedText); continuing without it"))
    }

    private func reportHang(_ phase: HangDetector.Phase) {
        let message =
            switch phase {
            case .awaitingData: watch.lateText ?? "no data from \(subject); check that its sender is connected"
            case .announcingTracks:
                watch.obstacle.map { "\(subject): \($0)" }
                    ?? "\(subject) delivers data, but no track started within \(limits.trackAnnouncement.text); "
                    + "check that the sender sends all announced streams, and keyframes"
            case .running: "\(subject) has stalled: no progress for \(limits.silence.text), \(lateText)"
            }
        outcome.fail(StageError(.limitReached, message))
    }

    private var lateText: String { lateChildren.map { "waiting for \($0)" } ?? "all elements are running" }

    private var blockedText: String { "waiting for \(lateChildren ?? "its threads")" }

    /// The names of the elements that change their state; nil if there is none.
    private var lateChildren: String? {
        guard let names = ownedString(sluice_gst_late_children(pointer)), !names.isEmpty else { return nil }
        return names
    }

    private func watchBus() {
        // Unretained: the bus belongs to the pipeline and delivers nothing after the pipeline is freed.
        let owner = Unmanaged.passRetained(bus).toOpaque()
        sluice_gst_watch_bus(pointer, busMessage, owner, releaseOwner)
    }

    private static func parseError(_ missing: String?, _ message: String?) -> StageError {
        if let missing { return DebianPackages.missing(missing) }
        return StageError(.elementFailed, "GStreamer rejects the pipeline: \(message ?? "unknown reason")")
    }
}

/// The context of a pipeline's bus message callback.
private final class BusReceiver: Sendable {
    let outcome: RunOutcome
    let subject: String
    /// Handles a stream without a decoder; nil to fail.
    let whenUndecodable = HandlerSlot<@Sendable (StageError) -> Void>()

    init(outcome: RunOutcome, subject: String) {
        self.outcome = outcome
        self.subject = subject
    }
}

private func busMessage(_ message: UnsafePointer<SluiceGstMessage>?, _ owner: UnsafeMutableRawPointer?) {
    guard let message, let owner else { return }
    let receiver = Unmanaged<BusReceiver>.fromOpaque(owner).takeUnretainedValue()
    let value = BusMessage(message.pointee)
    switch value.kind {
    case SLUICE_GST_ERROR: receiver.outcome.fail(value.error(about: receiver.subject))
    case SLUICE_GST_MISSING_PLUGIN:
        let error = DebianPackages.missing(decoderFor: value.message)
        if let handler = receiver.whenUndecodable.handler {
            handler(error)
        } else {
            receiver.outcome.fail(error)
        }
    default: break
    }
}

/// Releases an object that was retained for C code.
func releaseOwner(_ owner: UnsafeMutableRawPointer?) {
    guard let owner else { return }
    Unmanaged<AnyObject>.fromOpaque(owner).release()
}
