import Dispatch
import GStreamerStages
import Media
import Synchronization

extension AVCaptureSession {
    /// Opens the devices and starts to deliver. Blocks until each device has delivered, has failed or is found to be in
    /// use: seconds at most, unless a driver hangs.
    ///
    /// Does nothing while the session is running. If no device can be opened, the session does not run;
    /// ``runtimeErrorNotification`` has the reason.
    public func startRunning() {
        onControlQueue { [self] in
            let isNew = state.withLock { state in
                defer { state.isStarted = true }
                if !state.isStarted { state.failed = [] }
                return !state.isStarted
            }
            guard isNew else { return }
            reconcile()
            let hasFailed = state.withLock { $0.runs.isEmpty && !$0.failed.isEmpty }
            guard !hasFailed else { return state.withLock { $0.isStarted = false } }
            changeRunning { $0.isRunning = true }
            CaptureNotifications.post(Self.didStartRunningNotification, self)
        }
    }

    /// Stops to deliver and closes the devices. Blocks until they are closed. Sample buffers that wait in the queue of a
    /// delegate may still be delivered.
    public func stopRunning() { onControlQueue { self.finish() } }

    /// Applies the configuration to a running session unless a group of changes has begun.
    func applyChanges() {
        onControlQueue { [self] in
            if state.withLock({ $0.isStarted && $0.configurationDepth == 0 }) { reconcile() }
        }
    }

    /// Makes a change after the current one, and waits for it unless this is a part of one: an observer of
    /// ``isRunning`` is called during a change.
    private func onControlQueue(_ change: @escaping @Sendable () -> Void) {
        if DispatchQueue.getSpecific(key: Self.controlKey) == ObjectIdentifier(self) {
            control.async(execute: change)
        } else {
            control.sync(execute: change)
        }
    }

    /// Ends the session, on the control queue.
    private func finish() {
        guard state.withLock({ $0.isStarted }) else { return }
        state.withLock { $0.isStarted = false }
        reconcile()
        changeInterruption { $0.interrupted = [] }
        changeRunning { $0.isRunning = false }
        CaptureNotifications.post(Self.didStopRunningNotification, self)
    }

    /// Closes devices that are not wanted and opens devices that are, on the control queue.
    private func reconcile() {
        let planned = plannedRuns()
        let current = state.withLock { $0.runs }
        let ended = current.filter { id, run in !planned.contains { $0.id == id && $0.capture == run.capture } }
        close(ended)
        var opened: [CaptureRun] = []
        for plan in planned {
            if ended[plan.id] == nil, let run = current[plan.id] {
                run.receivers = plan.receivers
                continue
            }
            let run = CaptureRun(plan.capture, plan.input.device, plan.receivers) { [weak self] event in
                self?.handle(event, of: plan.id)
            }
            state.withLock { $0.runs[plan.id] = run }
            run.start(clock)
            opened.append(run)
        }
        for run in opened { run.waitUntilOpened() }
    }

    private func close(_ runs: [ObjectIdentifier: CaptureRun]) {
        for run in runs.values { run.requestStop() }
        for (id, run) in runs {
            run.waitUntilStopped()
            state.withLock { if $0.runs[id] === run { $0.runs[id] = nil } }
            for receiver in run.receivers { receiver.connection.setActive(false) }
            endInterruption(of: id)
        }
    }

    /// A device to open.
    private struct PlannedRun {
        let id: ObjectIdentifier
        let input: AVCaptureDeviceInput
        let capture: DeviceCapture
        let receivers: [CaptureReceiver]
    }

    private func plannedRuns() -> [PlannedRun] {
        let (isStarted, inputs, connections, failed) = state.withLock {
            ($0.isStarted, $0.inputs, $0.connections, $0.failed)
        }
        guard isStarted else { return [] }
        return inputs.compactMap { input in
            guard let input = input as? AVCaptureDeviceInput, !failed.contains(ObjectIdentifier(input)) else {
                return nil
            }
            let receivers = connections.filter { $0.input === input }.compactMap { connection in
                connection.output.map { CaptureReceiver(output: $0, connection: connection) }
            }
            guard let capture = input.device.capture(for: receivers.map(\.output)) else { return nil }
            return PlannedRun(id: ObjectIdentifier(input), input: input, capture: capture, receivers: receivers)
        }
    }

    /// Handles a change of a run's state, on the run's thread.
    private func handle(_ event: CaptureRun.Event, of id: ObjectIdentifier) {
        guard let run = state.withLock({ $0.runs[id] }) else { return }
        switch event {
        case .delivering:
            for receiver in run.receivers { receiver.connection.setActive(true) }
            endInterruption(of: id)
        case .interrupted:
            let isFirst = changeInterruption { state in
                defer { state.interrupted.insert(id) }
                return state.interrupted.isEmpty
            }
            guard isFirst else { return }
            let isVideo = run.device.hasMediaType(.video)
            CaptureNotifications.post(
                Self.wasInterruptedNotification, self,
                reason: isVideo ? .videoDeviceInUseByAnotherClient : .audioDeviceInUseByAnotherClient)
        case .failed(let error):
            for receiver in run.receivers { receiver.connection.setActive(false) }
            state.withLock { state in
                state.runs[id] = nil
                state.failed.insert(id)
            }
            endInterruption(of: id)
            CaptureNotifications.post(Self.runtimeErrorNotification, self, error: error)
            // Not on the thread of the run, for whose end the control queue may be waiting.
            control.async { self.finishIfEmpty() }
        }
    }

    private func endInterruption(of id: ObjectIdentifier) {
        let hasEnded = changeInterruption { $0.interrupted.remove(id) != nil && $0.interrupted.isEmpty }
        if hasEnded { CaptureNotifications.post(Self.interruptionEndedNotification, self) }
    }

    private func finishIfEmpty() {
        if state.withLock({ $0.isRunning && $0.runs.isEmpty }) { finish() }
    }
}

extension AVCaptureDevice {
    /// The format to use when opening the device for outputs; nil without outputs.
    fileprivate func capture(for outputs: [AVCaptureOutput]) -> DeviceCapture? {
        guard let first = outputs.first else { return nil }
        let format = activeFormat.value
        switch (source, format.content) {
        case (.node(let node), .video):
            let formats = (first as? AVCaptureVideoDataOutput)?.preferredPixelFormats ?? []
            return .camera(node.device, format, rate: captureRate, delivering: formats)
        case (.node(let node), .audio(let rate, let channels)):
            let wanted = (first as? AVCaptureAudioDataOutput)?.settings
            return .microphone(node.device, rate: wanted?.rate ?? rate, channels: wanted?.channels ?? channels)
        case (_, .video): return .testVideo(format.size, rate: captureRate ?? .init(30))
        case (_, .audio(let rate, let channels)):
            let wanted = (first as? AVCaptureAudioDataOutput)?.settings
            return .testAudio(rate: wanted?.rate ?? rate, channels: wanted?.channels ?? channels)
        }
    }
}
