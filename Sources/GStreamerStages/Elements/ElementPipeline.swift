import CGStreamer
import CGStreamerLibraries
import StageKit

/// One GStreamer pipeline from its description to its end: no main loop, every wait bounded, always freed.
final class ElementPipeline: @unchecked Sendable {
    // Safe because GStreamer's objects lock themselves and this pointer never changes.
    let pointer: UnsafeMutablePointer<GstElement>
    /// What messages call it, such as a file's name.
    let subject: String
    let limits: TimeLimits
    /// Counts what its parsers and decoders lose; nil where nothing is counted.
    let damage: DamageMonitor?
    let outcome = RunOutcome()
    let watch = HangWatch()

    /// Makes elements from a launch description; nothing runs yet.
    ///
    /// Text from outside never belongs into the description: set it with ``PipelineElement/setString(_:_:)``.
    init(
        _ description: String, subject: String, context: StageContext, limits: TimeLimits = TimeLimits(),
        damage: DamageMonitor? = nil
    ) throws(StageError) {
        try GStreamerLibrary.start()
        var missing: UnsafeMutablePointer<CChar>?
        var message: UnsafeMutablePointer<CChar>?
        guard let made = sluice_gst_make_pipeline(description, &missing, &message) else {
            throw Self.parseError(takeString(missing), takeString(message))
        }
        pointer = made
        self.subject = subject
        self.limits = limits
        self.damage = damage
        prepare(context)
    }

    /// A pipeline without elements; one without a context is only looked at.
    init(
        empty subject: String, context: StageContext?, limits: TimeLimits, damage: DamageMonitor? = nil
    ) throws(StageError) {
        try GStreamerLibrary.start()
        guard let made = gst_pipeline_new(nil) else {
            throw StageError(.elementFailed, "GStreamer does not make a pipeline")
        }
        pointer = gst_object_ref_sink(made).assumingMemoryBound(to: GstElement.self)
        self.subject = subject
        self.limits = limits
        self.damage = damage
        if let context { prepare(context) }
    }

    private func prepare(_ context: StageContext) {
        let clock = RunClock.shared(context)
        sluice_gst_use_clock(pointer, clock.clock, clock.baseTime)
        watchBus()
        damage?.watch(pointer)
    }

    deinit { sluice_gst_object_unref(pointer) }

    /// The element of this name in the description.
    func element(_ name: String) -> PipelineElement {
        guard let found = sluice_gst_find(pointer, name) else { preconditionFailure("no element is called \(name)") }
        return PipelineElement(found)
    }

    /// Adds elements while it runs; the pad of another element is to be linked to the bin's sink pad.
    func addBin(_ description: String) throws(StageError) -> PipelineElement {
        var missing: UnsafeMutablePointer<CChar>?
        var message: UnsafeMutablePointer<CChar>?
        guard let bin = sluice_gst_add_bin(pointer, description, &missing, &message) else {
            throw Self.parseError(takeString(missing), takeString(message))
        }
        return PipelineElement(gst_object_ref(bin).assumingMemoryBound(to: GstElement.self))
    }

    /// Adds one element.
    func addElement(_ factory: String) throws(StageError) -> PipelineElement {
        guard let element = sluice_gst_add_element(pointer, factory) else { throw DebianPackages.missing(factory) }
        return PipelineElement(gst_object_ref(element).assumingMemoryBound(to: GstElement.self))
    }

    /// Adds what a description from the user makes.
    func addSource(_ description: String) throws(StageError) -> PipelineElement {
        var missing: UnsafeMutablePointer<CChar>?
        var message: UnsafeMutablePointer<CChar>?
        guard let bin = sluice_gst_add_source(pointer, description, &missing, &message) else {
            if let missing = takeString(missing) { throw DebianPackages.missing(missing) }
            let reason = takeString(message) ?? "unknown reason"
            throw StageError(.invalidOptions, "\(subject): GStreamer does not take 'launch': \(reason)")
        }
        return PipelineElement(gst_object_ref(bin).assumingMemoryBound(to: GstElement.self))
    }

    /// Starts, runs `body`, and stops whatever happens.
    func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            try await play()
            let value = try await body()
            try await close()
            return value
        } catch {
            outcome.fail(error)
            // The first error is the one that tells what happened.
            try? await close()
            throw outcome.failure ?? error
        }
    }

    /// The length that the input announces, in nanoseconds.
    var announcedDuration: Int64? {
        let duration = sluice_gst_duration(pointer)
        return duration > 0 ? duration : nil
    }

    /// Starts; ``close()`` has to follow, whatever happens.
    func play() async throws {
        _ = try await change(to: GST_STATE_PLAYING)
        watch.start(limits) { [weak self] phase in self?.reportHang(phase) }
    }

    /// Opens devices without starting them; ``close()`` has to follow, whatever happens.
    func open() async throws { _ = try await change(to: GST_STATE_READY) }

    private func change(to state: GstState) async throws -> GstStateChangeReturn {
        let result = await onOwnThread(named: "gst-start", within: limits.stateChange) { [self] in
            gst_element_set_state(pointer, state)
        }
        guard let result else {
            throw StageError(.limitReached, "\(subject) did not start within \(limits.stateChange.text): \(lateText)")
        }
        if result == GST_STATE_CHANGE_FAILURE {
            throw outcome.failure ?? StageError(.elementFailed, "\(subject) does not start")
        }
        return result
    }

    /// Stops and waits for the streaming threads.
    func close() async throws {
        watch.stop()
        outcome.finish()
        let done = await onOwnThread(named: "gst-stop", within: limits.stateChange) { [self] in
            gst_element_set_state(pointer, GST_STATE_NULL)
            return true
        }
        if done == nil {
            throw StageError(.limitReached, "\(subject) did not stop within \(limits.stateChange.text): \(lateText)")
        }
    }

    private func reportHang(_ phase: HangWatch.Phase) {
        let message =
            switch (phase, limits.silenceText) {
            case (.awaitingData, _): "no data came from \(subject); check that its sender is connected"
            case (.beginning, _):
                "\(subject) receives data, and no track of it began within \(limits.beginning.text); check that the "
                    + "sender sends every stream it announces, and keyframes"
            case (.running, let text?): "\(subject) has stalled: nothing came for \(limits.silence.text); \(text)"
            case (.running, nil): "\(subject) hangs: nothing moved for \(limits.silence.text), \(lateText)"
            }
        outcome.fail(StageError(.limitReached, message))
    }

    private var lateText: String {
        guard let names = takeString(sluice_gst_late_children(pointer)), !names.isEmpty else {
            return "all elements are running"
        }
        return "waiting for \(names)"
    }

    private func watchBus() {
        // Unowned: the bus belongs to the pipeline and is silent once that is freed.
        let owner = Unmanaged.passRetained(BusReceiver(outcome: outcome, subject: subject)).toOpaque()
        sluice_gst_watch_bus(pointer, busMessage, owner, releaseOwner)
    }

    private static func parseError(_ missing: String?, _ message: String?) -> StageError {
        if let missing { return DebianPackages.missing(missing) }
        return StageError(.elementFailed, "GStreamer does not take the pipeline: \(message ?? "unknown reason")")
    }
}

/// An element of a pipeline that somebody holds.
final class PipelineElement: @unchecked Sendable {
    // Safe because GStreamer's objects lock themselves and this pointer never changes.
    let pointer: UnsafeMutablePointer<GstElement>

    /// Takes over a reference.
    init(_ pointer: UnsafeMutablePointer<GstElement>) { self.pointer = pointer }
    deinit { sluice_gst_object_unref(pointer) }

    /// The element of this name inside.
    func child(_ name: String) -> PipelineElement {
        guard let found = sluice_gst_find(pointer, name) else { preconditionFailure("no element is called \(name)") }
        return PipelineElement(found)
    }

    /// Sets a property that has to exist from its text form.
    func set(_ property: String, _ value: some CustomStringConvertible) {
        let exists = sluice_gst_set(pointer, property, value.description)
        precondition(exists, "the element has a property \(property)")
    }
    /// Sets a string property as it is.
    func setString(_ property: String, _ value: String) {
        let exists = sluice_gst_set_string(pointer, property, value)
        precondition(exists, "the element has a property \(property)")
    }
}

/// What the bus of a pipeline calls.
private final class BusReceiver: Sendable {
    let outcome: RunOutcome
    let subject: String

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
    case SLUICE_GST_MISSING_PLUGIN: receiver.outcome.fail(DebianPackages.missing(decoderFor: value.message))
    default: break
    }
}

/// Lets go of an owner that was given to C.
func releaseOwner(_ owner: UnsafeMutableRawPointer?) {
    guard let owner else { return }
    Unmanaged<AnyObject>.fromOpaque(owner).release()
}
