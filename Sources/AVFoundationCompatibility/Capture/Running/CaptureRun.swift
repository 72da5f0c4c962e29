import Dispatch
import GStreamerStages
import Media
import StageKit
import Synchronization

/// One device that delivers to the outputs of a session, from opening it until it is closed or fails.
final class CaptureRun: Sendable {
    /// A change of a run's state.
    enum Event: Sendable {
        /// The device delivers, for the first time or after an interruption.
        case delivering
        /// Another program uses the device.
        case interrupted
        /// The device has failed; the run has ended.
        case failed(AVError)
    }

    let capture: DeviceCapture
    let device: AVCaptureDevice
    private let outlet: CaptureRunOutlet
    private let stop = StopSignal()
    /// Entered until the first event.
    private let opening = DispatchGroup()
    /// Entered until the run has ended.
    private let running = DispatchGroup()
    private let hasReported = Atomic<Bool>(false)
    private let report: @Sendable (Event) -> Void

    /// The time between attempts to open a device that another program uses.
    private static let retryInterval = Duration.seconds(1)
    /// The interval at which a stop is noticed between attempts.
    private static let tick = Duration.milliseconds(100)
    /// The number of times that a device without a first frame is opened: on a busy machine that takes longer than the
    /// timeout of a device that has stalled.
    private static let openingLimit = 3
    /// The time within which the kernel removes a device after a read has failed.
    private static let removalTime = Duration.seconds(2)
    /// The limit of waiting for a device to open or to close. Pipelines have separate, lower limits.
    private static let limit = DispatchTimeInterval.seconds(45)

    init(
        _ capture: DeviceCapture, _ device: AVCaptureDevice, _ receivers: [CaptureReceiver],
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.capture = capture
        self.device = device
        self.report = report
        outlet = CaptureRunOutlet(receivers)
    }

    /// The outputs and connections that get the frames.
    var receivers: [CaptureReceiver] {
        get { outlet.receivers }
        set { outlet.receivers = newValue }
    }

    /// Opens the device. Call it once.
    func start(_ clock: CaptureClock) {
        let context = clock.context(stop: stop)
        outlet.start(at: context.clock.zero) { [weak self] in self?.announce(.delivering) }
        opening.enter()
        running.enter()
        SeparateExecutor.start("capture-device") {
            await self.deliver(context)
            self.reportOpened()
            self.running.leave()
        }
    }

    /// Waits until the device delivers, fails or is found to be busy.
    func waitUntilOpened() { _ = opening.wait(timeout: .now() + Self.limit) }

    /// Requests the end of the run.
    func requestStop() { stop.raise() }

    /// Waits for the end of the run.
    func waitUntilStopped() { _ = running.wait(timeout: .now() + Self.limit) }

    private func deliver(_ context: StageContext) async {
        guard device.isConnected else {
            return announce(.failed(AVError(.deviceNotConnected, "\(device) is disconnected; use another device")))
        }
        var isInterrupted = false
        var openingCount = 0
        while !stop.isRaised {
            openingCount += 1
            do {
                try await capture.run(to: outlet, context: context)
                if stop.isRaised { return }
                throw StageError(.unreadableInput, "\(device) has ended")
            } catch {
                if stop.isRaised { return }
                switch await failure(error, context.clock) {
                case .busy:
                    if !isInterrupted || outlet.resetBegun() { announce(.interrupted) }
                    (isInterrupted, openingCount) = (true, 0)
                    await pause(Self.retryInterval, context.clock) { false }
                case .error(let error)
                where error.code == .noDataCaptured && !outlet.hasBegun && openingCount < Self.openingLimit:
                    continue
                case .error(let error):
                    announce(.failed(error))
                    return
                }
            }
        }
    }

    private func failure(_ error: any Error, _ clock: any MediaClock) async -> CaptureFailure {
        let (hasBegun, code) = (outlet.hasBegun, (error as? StageError)?.code)
        if hasBegun || code == .unreadableInput, code != .deviceBusy, code != .limitReached {
            await pause(Self.removalTime, clock) {
                CaptureDeviceTable.shared.refresh()
                return !self.device.isConnected
            }
        }
        return CaptureFailure(error, device: device, hasBegun: hasBegun)
    }

    /// Waits until a condition is true, the run is stopped, or the time is over.
    private func pause(_ duration: Duration, _ clock: any MediaClock, until isOver: () -> Bool) async {
        let end = clock.now + duration
        while !isOver(), !stop.isRaised, clock.now < end {
            do { try await clock.sleep(for: Self.tick) } catch { return }
        }
    }

    private func announce(_ event: Event) {
        report(event)
        reportOpened()
    }

    private func reportOpened() {
        if !hasReported.exchange(true, ordering: .acquiringAndReleasing) { opening.leave() }
    }
}
