import Packaging
import Media

/// Everything that a writer and its inputs decide, as a value: calls in, work to be done outside the lock out.
///
/// It cannot be copied, so that nothing on the way of a sample copies it by accident.
struct WritingState: ~Copyable, Sendable {
    /// What is handed to the client, in order.
    enum Delivery: Sendable {
        case segment(AssetSegment, any AssetWriterDelegate)
        case operations([FileOperation], bytes: Int)
        /// The movie is whole.
        case closeFile
        case removeFile
        case call(@Sendable () -> Void)
    }

    /// No input is ready while more bytes wait for the delegate or the sequence.
    static let mostUndeliveredBytes = 64 << 20

    var configuration: WriterConfiguration
    var lifecycle = WriterLifecycle()
    var inputs: [InputLane] = []
    /// Why the latest call was refused.
    private(set) var refusal: AssetWriterError?
    weak var writer: AssetWriter?
    private(set) weak var delegate: (any AssetWriterDelegate)?
    /// Whether the program has set a delegate, which it may have released since.
    private(set) var hadDelegate = false
    var plan = InterleavingPlan(limits: .init(), start: .zero, isRealTime: [])
    var segments: SegmentOutput?
    var movie: MovieOutput?
    var file: MovieFileOutput?
    /// Whether any input has an encoder.
    var encodes = false
    /// Samples that came before all tracks were known.
    var early: [Sample] = []
    /// Whether the output knows its tracks.
    var isOpen = false
    /// Whether the file is being closed.
    var isClosing = false
    var hasEarlyPasses = false
    var deliveries = SerialWork<Delivery>()
    var mailbox = SegmentMailbox()
    var undeliveredBytes = 0
    var finishHandlers: [@Sendable () -> Void] = []
    /// Blocks and tasks to wake, which never wait.
    private var wakes: [@Sendable () -> Void] = []
    /// Whether inputs may have become ready.
    private var needsScan = false
    /// How many blocks and tasks wait for readiness.
    var listenerCount = 0

    init(configuration: WriterConfiguration) { self.configuration = configuration }

    /// Why writing failed, or why the latest call was refused.
    var error: AssetWriterError? { lifecycle.failure ?? refusal }

    mutating func setDelegate(_ delegate: (any AssetWriterDelegate)?) {
        self.delegate = delegate
        hadDelegate = delegate != nil
    }

    /// Keeps why a call was refused; nothing else changes.
    mutating func refuse(_ error: AssetWriterError) { refusal = error }

    /// Forgets why an earlier call was refused.
    mutating func accept() { if refusal != nil { refusal = nil } }

    mutating func wake(_ work: (@Sendable () -> Void)?) { if let work { wakes.append(work) } }
    mutating func readinessMayHaveChanged() { needsScan = true }

    /// What the caller has to do once it has let go of the lock.
    mutating func takeWakes() -> [@Sendable () -> Void] {
        if needsScan { scan() }
        if wakes.isEmpty { return [] }
        defer { wakes.removeAll() }
        return wakes
    }

    /// Whether `takeWakes` would give nothing and no work waits, the common case after an append.
    var isQuiet: Bool { !needsScan && wakes.isEmpty && deliveries.isEmpty }

    private mutating func scan() {
        needsScan = false
        guard listenerCount > 0 else { return }
        for index in inputs.indices where inputs[index].request != nil || !inputs[index].waiters.isEmpty {
            notify(index)
        }
    }
}

extension WritingState {
    /// Whether writing ended before its time.
    private var isBroken: Bool { lifecycle.status == .failed || lifecycle.status == .cancelled }

    /// Whether the input may take more media now.
    func isReady(_ index: Int) -> Bool {
        // A client that waits sees its next append refused instead of waiting for ever.
        if isBroken { return !inputs[index].isFinished }
        guard lifecycle.status == .writing, !lifecycle.isFinishing, case .open = lifecycle.session,
            !inputs[index].isFinished,
            undeliveredBytes <= Self.mostUndeliveredBytes
        else { return false }
        if encodes, let encoding = inputs[index].encoding {
            guard encoding.isReady else { return false }
            if encoding.isInEarlyPass { return true }
        }
        return !hasEarlyPasses && plan.isReady(index)
    }

    /// Whether the input may take more, as the client is told; what it is told holds for one append.
    ///
    /// Encoders and other inputs may change readiness between the question and the append.
    mutating func tellReadiness(_ index: Int) -> Bool {
        let isReady = isReady(index)
        if isReady { inputs[index].isPromised = true }
        return isReady
    }

    /// Wakes what waits for the input if it is ready, and ends the waiting if it never will be again.
    private mutating func notify(_ index: Int) {
        let isOver = inputs[index].isFinished || lifecycle.isOver || lifecycle.isFinishing
        guard isOver || tellReadiness(index) else { return }
        for waiter in inputs[index].waiters { wakes.append { waiter.resume(!isOver) } }
        listenerCount -= inputs[index].waiters.count
        inputs[index].waiters.removeAll()
        guard let request = inputs[index].request else { return }
        if inputs[index].isFinished || isOver && !isBroken { return dropRequest(index) }
        if request.isRunning {
            inputs[index].request?.hasNews = true
            return
        }
        wakes.append(request.notify)
        inputs[index].request?.isRunning = true
        inputs[index].request?.hasNews = false
    }

    mutating func dropRequest(_ index: Int) {
        guard inputs[index].request != nil else { return }
        inputs[index].request = nil
        listenerCount -= 1
    }

    mutating func setRequest(_ request: MediaRequest, _ index: Int) {
        dropRequest(index)
        inputs[index].request = request
        listenerCount += 1
        needsScan = true
    }

    /// Whether a block that was put on its queue is still to be run.
    ///
    /// A run that begins after a failure or a cancellation is the last one: in it the block sees what has happened.
    mutating func requestBegins(_ id: UInt64, _ index: Int) -> Bool {
        guard inputs[index].request?.id == id else { return false }
        if isBroken { dropRequest(index) }
        return true
    }

    /// Goes on after a block has returned: again at once when there is something new for it.
    mutating func requestReturned(_ id: UInt64, _ index: Int) {
        guard inputs[index].request?.id == id else { return }
        inputs[index].request?.isRunning = false
        if inputs[index].request?.hasNews == true { needsScan = true }
    }

    mutating func addWaiter(_ waiter: InputLane.Waiter, _ index: Int) {
        inputs[index].waiters.append(waiter)
        listenerCount += 1
        needsScan = true
    }

    mutating func cancelWaiter(_ id: UInt64, _ index: Int) {
        guard let position = inputs[index].waiters.firstIndex(where: { $0.id == id }) else { return }
        let waiter = inputs[index].waiters.remove(at: position)
        listenerCount -= 1
        wakes.append { waiter.resume(false) }
    }
}
