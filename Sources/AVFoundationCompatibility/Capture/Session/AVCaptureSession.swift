public import Foundation
public import Observation
import Synchronization

/// Captures from devices and delivers sample buffers to outputs.
///
/// All devices of a session share one clock: the host's. If a device fails or is disconnected, the session posts
/// ``runtimeErrorNotification`` and continues with its other devices; it stops with the last one. A device that another
/// program uses interrupts the session until it is free. Calls that Apple's frameworks answer with an exception are
/// ignored, and reported by ``runtimeErrorNotification`` with the error `operationNotAllowed`.
open class AVCaptureSession: NSObject, @unchecked Sendable {
    // Safe because the stored properties are constants or have locks.
    struct State {
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var connections: [AVCaptureConnection] = []
        var preset = Preset.high
        var configurationDepth = 0
        /// Whether the program has started the session.
        var isStarted = false
        var isRunning = false
        /// The inputs whose devices are open.
        var runs: [ObjectIdentifier: CaptureRun] = [:]
        /// The inputs whose devices other programs use.
        var interrupted: Set<ObjectIdentifier> = []
        /// The inputs whose devices have failed since the session was started.
        var failed: Set<ObjectIdentifier> = []
    }
    let state = Mutex(State())
    /// Opens and closes devices, one change after the other.
    let control = DispatchQueue(label: "capture-session")
    let clock = CaptureClock()
    private let registrar = ObservationRegistrar()

    /// A session without inputs and outputs.
    public override init() {
        super.init()
        control.setSpecific(key: Self.controlKey, value: ObjectIdentifier(self))
    }

    /// The key of the control queue's session.
    static let controlKey = DispatchSpecificKey<ObjectIdentifier>()

    deinit { for run in state.withLock({ $0.runs.values }) { run.requestStop() } }

    /// Whether the session captures: from the return of ``startRunning()`` until ``stopRunning()`` or until its last
    /// device has failed. Observable.
    public var isRunning: Bool {
        registrar.access(self, keyPath: \.isRunning)
        return state.withLock { $0.isRunning }
    }

    /// Whether another program uses a device of the session. Observable.
    public var isInterrupted: Bool {
        registrar.access(self, keyPath: \.isInterrupted)
        return state.withLock { !$0.interrupted.isEmpty }
    }

    /// The inputs, in the order of their addition.
    public var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }
    /// The outputs, in the order of their addition.
    public var outputs: [AVCaptureOutput] { state.withLock { $0.outputs } }
    /// The connections of inputs with outputs.
    public var connections: [AVCaptureConnection] { state.withLock { $0.connections } }
    /// The clock of the times of all sample buffers.
    public var synchronizationClock: CMClock? { CMClockGetHostTimeClock() }
    /// The former name of ``synchronizationClock``.
    @available(*, deprecated, renamed: "synchronizationClock")
    public var masterClock: CMClock? { synchronizationClock }

    func changeRunning(_ change: (inout State) -> Void) {
        registrar.withMutation(of: self, keyPath: \.isRunning) { state.withLock { change(&$0) } }
    }

    func changeInterruption<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        registrar.withMutation(of: self, keyPath: \.isInterrupted) { state.withLock { change(&$0) } }
    }

    /// Reports a call that Apple's frameworks answer with an exception.
    func reportMisuse(_ message: String) { CaptureNotifications.postMisuse(message, [self], self) }
}

extension AVCaptureSession: Observable {}
