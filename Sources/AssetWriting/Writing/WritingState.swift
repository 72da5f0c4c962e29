import Packaging
import Media

/// The state of a writer and its inputs, a value type: calls change it and queue the work to run outside the lock.
///
/// Noncopyable, so that appending a sample never copies the state by accident.
struct WritingState: ~Copyable, Sendable {
    /// An item to deliver to the client or to apply to the file, in order.
    enum Delivery: Sendable {
        case segment(AssetSegment, any AssetWriterDelegate)
        case operations([FileOperation], bytes: Int)
        /// All operations of the movie precede this one.
        case closeFile
        case removeFile
        case call(@Sendable () -> Void)
    }

    /// The number of undelivered bytes above which no input is ready.
    static let maximumUndeliveredBytes = 64 << 20

    var configuration: WriterConfiguration
    var lifecycle = WriterLifecycle()
    var inputs: [InputState] = []
    /// The reason why the latest call was rejected.
    private(set) var rejection: AssetWriterError?
    weak var writer: AssetWriter?
    /// The observers of the writer object.
    let observed: ObservedProperties
    /// The status that observers have been notified of.
    private var reportedStatus = AssetWriter.Status.unknown
    /// Returns the delegate while it exists.
    private var delegateSource: (@Sendable () -> (any AssetWriterDelegate)?)?
    /// Whether the program has set a delegate, even if it has been released since.
    private(set) var hadDelegate = false
    var plan = InterleavingPlan(limits: .init(), start: .zero, isRealTime: [])
    var segments: SegmentOutput?
    var movie: MovieOutput?
    var file: MovieFileOutput?
    /// Whether any input has an encoder.
    var encodes = false
    /// Samples that arrived before all tracks were known.
    var samplesBeforeOpening: [Sample] = []
    /// Whether the tracks have been added to the output.
    var isOpen = false
    /// Whether the file is being closed.
    var isClosing = false
    var hasEarlyPasses = false
    var deliveries = SerialQueue<Delivery>()
    var segmentQueue = SegmentQueue()
    var undeliveredBytes = 0
    var finishHandlers: [@Sendable () -> Void] = []
    /// Calls that resume blocks and tasks; they never block.
    private var pendingCallbacks: [@Sendable () -> Void] = []
    /// Whether inputs may have become ready.
    private var needsReadinessUpdate = false
    /// The number of blocks and tasks that wait for readiness.
    var listenerCount = 0

    init(configuration: WriterConfiguration, observed: ObservedProperties) {
        self.configuration = configuration
        self.observed = observed
    }

    /// The error that failed writing, otherwise the reason why the latest call was rejected.
    var error: AssetWriterError? { lifecycle.failure ?? rejection }

    var delegate: (any AssetWriterDelegate)? { delegateSource?() }

    /// Sets the function that returns the delegate while it exists; nil for no delegate.
    mutating func setDelegate(_ source: (@Sendable () -> (any AssetWriterDelegate)?)?) {
        delegateSource = source
        hadDelegate = source != nil
    }

    /// Records why a call was rejected; changes nothing else.
    mutating func reject(_ error: AssetWriterError) { rejection = error }

    /// Clears the reason of an earlier rejection.
    mutating func clearRejection() { if rejection != nil { rejection = nil } }

    mutating func enqueueCallback(_ work: (@Sendable () -> Void)?) { if let work { pendingCallbacks.append(work) } }
    mutating func readinessMayHaveChanged() { needsReadinessUpdate = true }

    /// Returns the calls to make after releasing the lock.
    mutating func removePendingCallbacks() -> [@Sendable () -> Void] {
        if needsReadinessUpdate {
            notifyObservers()
            notifyReadyInputs()
        }
        if pendingCallbacks.isEmpty { return [] }
        defer { pendingCallbacks.removeAll() }
        return pendingCallbacks
    }

    /// Whether there are no wake-ups and no deliveries, the common case after an append.
    var hasNoPendingWork: Bool { !needsReadinessUpdate && pendingCallbacks.isEmpty && deliveries.isEmpty }

    /// Queues notifications for observed properties that have changed.
    private mutating func notifyObservers() {
        if lifecycle.status != reportedStatus {
            reportedStatus = lifecycle.status
            pendingCallbacks.append { [observed] in observed.statusHasChanged() }
        }
        for index in inputs.indices { notifyObservers(index) }
    }

    /// Queues notifications for observed properties of an input that have changed.
    mutating func notifyObservers(_ index: Int) {
        let before = inputs[index].reported
        let current = InputState.ReportedValues(
            isReady: isReady(index), pass: inputs[index].currentPassNumber,
            canPerformMultiplePasses: inputs[index].encoding?.canPerformMultiplePasses ?? false)
        guard current != before else { return }
        inputs[index].reported = current
        pendingCallbacks.append { [observed = inputs[index].observed] in
            if current.isReady != before.isReady { observed.readinessHasChanged() }
            if current.pass != before.pass || current.canPerformMultiplePasses != before.canPerformMultiplePasses {
                observed.passHasChanged()
            }
        }
    }

    private mutating func notifyReadyInputs() {
        needsReadinessUpdate = false
        guard listenerCount > 0 else { return }
        for index in inputs.indices where inputs[index].request != nil || !inputs[index].waiters.isEmpty {
            notify(index)
        }
    }
}

extension WritingState {
    /// Whether writing failed or was cancelled.
    private var hasFailedOrBeenCancelled: Bool { lifecycle.status == .failed || lifecycle.status == .cancelled }

    /// Returns whether the input accepts more media now.
    func isReady(_ index: Int) -> Bool {
        // Ready after a failure, so that a waiting client sees its next append fail instead of waiting forever.
        if hasFailedOrBeenCancelled { return !inputs[index].isFinished }
        guard lifecycle.status == .writing, !lifecycle.isFinishing, case .open = lifecycle.session,
            !inputs[index].isFinished,
            undeliveredBytes <= Self.maximumUndeliveredBytes
        else { return false }
        if encodes, let encoding = inputs[index].encoding {
            guard encoding.isReady else { return false }
            if encoding.isInEarlyPass { return true }
        }
        return !hasEarlyPasses && plan.isReady(index)
    }

    /// Returns whether the input accepts more media and, if so, guarantees that the client's next append is accepted.
    ///
    /// Encoders and other inputs may change readiness between the query and the append.
    mutating func reportReadiness(_ index: Int) -> Bool {
        let isReady = isReady(index)
        if isReady { inputs[index].hasReportedReadiness = true }
        return isReady
    }

    /// Resumes the waiters of the input if it is ready, and ends their wait if it will not be ready again.
    private mutating func notify(_ index: Int) {
        let isOver = inputs[index].isFinished || lifecycle.hasEnded || lifecycle.isFinishing
        guard isOver || reportReadiness(index) else { return }
        for waiter in inputs[index].waiters { pendingCallbacks.append { waiter.resume(!isOver) } }
        listenerCount -= inputs[index].waiters.count
        inputs[index].waiters.removeAll()
        guard let request = inputs[index].request else { return }
        if inputs[index].isFinished || isOver && !hasFailedOrBeenCancelled { return removeRequest(index) }
        if request.isRunning {
            inputs[index].request?.needsAnotherRun = true
            return
        }
        pendingCallbacks.append(request.notify)
        inputs[index].request?.isRunning = true
        inputs[index].request?.needsAnotherRun = false
    }

    mutating func removeRequest(_ index: Int) {
        guard inputs[index].request != nil else { return }
        inputs[index].request = nil
        listenerCount -= 1
    }

    mutating func setRequest(_ request: MediaRequest, _ index: Int) {
        removeRequest(index)
        inputs[index].request = request
        listenerCount += 1
        needsReadinessUpdate = true
    }

    /// Returns whether a block that was enqueued must still run.
    ///
    /// A run that starts after a failure or a cancellation is the last one: it lets the block see the error.
    mutating func beginRequestRun(_ id: UInt64, _ index: Int) -> Bool {
        guard inputs[index].request?.id == id else { return false }
        if hasFailedOrBeenCancelled { removeRequest(index) }
        return true
    }

    /// Handles the return of a block: schedules another run if readiness may have changed.
    mutating func endRequestRun(_ id: UInt64, _ index: Int) {
        guard inputs[index].request?.id == id else { return }
        inputs[index].request?.isRunning = false
        if inputs[index].request?.needsAnotherRun == true { needsReadinessUpdate = true }
    }

    mutating func addWaiter(_ waiter: InputState.Waiter, _ index: Int) {
        inputs[index].waiters.append(waiter)
        listenerCount += 1
        needsReadinessUpdate = true
    }

    mutating func cancelWaiter(_ id: UInt64, _ index: Int) {
        guard let position = inputs[index].waiters.firstIndex(where: { $0.id == id }) else { return }
        let waiter = inputs[index].waiters.remove(at: position)
        listenerCount -= 1
        pendingCallbacks.append { waiter.resume(false) }
    }
}
