import Synchronization

extension AVCaptureSession {
    /// Starts a group of changes, which take effect together with ``commitConfiguration()``.
    public func beginConfiguration() { state.withLock { $0.configurationDepth += 1 } }

    /// Applies the changes since ``beginConfiguration()``. In a running session this opens and closes devices, and blocks
    /// until they deliver or fail.
    public func commitConfiguration() {
        let isBalanced = state.withLock { state in
            guard state.configurationDepth > 0 else { return false }
            state.configurationDepth -= 1
            return true
        }
        guard isBalanced else { return reportMisuse("commitConfiguration() without beginConfiguration()") }
        applyChanges()
    }

    /// The size of video. Setting it selects a format for each camera, in place of a format that the program has selected.
    public var sessionPreset: Preset {
        get { state.withLock { $0.preset } }
        set {
            guard canSetSessionPreset(newValue) else {
                return reportMisuse("preset \(newValue.rawValue) is not supported by every camera of the session")
            }
            state.withLock { $0.preset = newValue }
            for device in devices { device.setPreset(newValue) }
            applyChanges()
        }
    }

    /// Whether all cameras of the session offer the size of a preset.
    public func canSetSessionPreset(_ preset: Preset) -> Bool {
        devices.allSatisfy { !$0.hasMediaType(.video) || $0.supportsSessionPreset(preset) }
    }

    /// Whether an input can be added: it belongs to no session, and no other input of this session has its device.
    public func canAddInput(_ input: AVCaptureInput) -> Bool {
        guard let input = input as? AVCaptureDeviceInput else { return false }
        return input.device.isConnected && !devices.contains { $0 === input.device }
    }

    /// Adds an input and connects it with the outputs that have no connection for its media type.
    public func addInput(_ input: AVCaptureInput) {
        guard insert(input) else { return }
        let free = outputs.filter { output in !connections.contains { $0.output === output } }
        connect(input, free)
        applyChanges()
    }

    /// Adds an input without connections.
    public func addInputWithNoConnections(_ input: AVCaptureInput) { _ = insert(input) }

    /// Removes an input with its connections, and closes its device.
    public func removeInput(_ input: AVCaptureInput) {
        state.withLock { state in
            state.inputs.removeAll { $0 === input }
            state.connections.removeAll { $0.input === input }
            state.failed.remove(ObjectIdentifier(input))
        }
        (input as? AVCaptureDeviceInput)?.device.removeSession(self)
        applyChanges()
    }

    /// Whether an output can be added: it belongs to no session.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool { output.session == nil }

    /// Adds an output and connects it with the first input of its media type.
    public func addOutput(_ output: AVCaptureOutput) {
        guard insert(output) else { return }
        if let input = inputs.first(where: { output.accepts($0.ports) }) { connect(input, [output]) }
        applyChanges()
    }

    /// Adds an output without connections.
    public func addOutputWithNoConnections(_ output: AVCaptureOutput) { _ = insert(output) }

    /// Removes an output with its connections.
    public func removeOutput(_ output: AVCaptureOutput) {
        let wasMember = state.withLock { state in
            let count = state.outputs.count
            state.outputs.removeAll { $0 === output }
            state.connections.removeAll { $0.output === output }
            return state.outputs.count < count
        }
        if wasMember { output.session = nil }
        applyChanges()
    }

    /// Whether a connection can be added: its input and output belong to the session, its ports have the output's media
    /// type, and the output has no other connection.
    public func canAddConnection(_ connection: AVCaptureConnection) -> Bool {
        guard let output = connection.output, let input = connection.input else { return false }
        return inputs.contains { $0 === input } && outputs.contains { $0 === output }
            && output.accepts(connection.inputPorts) && !connections.contains { $0.output === output }
    }

    /// Adds a connection.
    public func addConnection(_ connection: AVCaptureConnection) {
        guard canAddConnection(connection) else { return reportMisuse("the connection cannot be added to the session") }
        state.withLock { $0.connections.append(connection) }
        applyChanges()
    }

    /// Removes a connection.
    public func removeConnection(_ connection: AVCaptureConnection) {
        state.withLock { state in state.connections.removeAll { $0 === connection } }
        applyChanges()
    }

    /// Applies the changes of a device that was unlocked.
    func deviceChanged(_ device: AVCaptureDevice) {
        if device.hasSelectedFormat { state.withLock { $0.preset = .inputPriority } }
        applyChanges()
    }

    private var devices: [AVCaptureDevice] { inputs.compactMap { ($0 as? AVCaptureDeviceInput)?.device } }

    private func insert(_ input: AVCaptureInput) -> Bool {
        guard canAddInput(input), let device = (input as? AVCaptureDeviceInput)?.device else {
            reportMisuse("the input cannot be added to the session; ask canAddInput(_:)")
            return false
        }
        if device.hasSelectedFormat {
            state.withLock { $0.preset = .inputPriority }
        } else {
            device.setPreset(sessionPreset)
        }
        device.addSession(self)
        state.withLock { $0.inputs.append(input) }
        return true
    }

    private func insert(_ output: AVCaptureOutput) -> Bool {
        guard canAddOutput(output) else {
            reportMisuse("the output cannot be added to the session; ask canAddOutput(_:)")
            return false
        }
        output.session = self
        state.withLock { $0.outputs.append(output) }
        return true
    }

    private func connect(_ input: AVCaptureInput, _ outputs: [AVCaptureOutput]) {
        for output in outputs where output.accepts(input.ports) {
            let connection = AVCaptureConnection(inputPorts: input.ports, output: output)
            state.withLock { $0.connections.append(connection) }
        }
    }
}

extension AVCaptureDevice {
    /// Whether the program has selected a format.
    fileprivate var hasSelectedFormat: Bool { state.withLock { $0.selectedFormat != nil } }

    /// Selects the format for a preset, unless the preset leaves that to the program.
    fileprivate func setPreset(_ preset: AVCaptureSession.Preset) {
        state.withLock { state in
            state.preset = preset
            guard preset != .inputPriority else { return }
            state.selectedFormat = nil
            (state.minimumFrameDuration, state.maximumFrameDuration) = (.invalid, .invalid)
        }
    }

    fileprivate func addSession(_ session: AVCaptureSession) {
        state.withLock { $0.sessions.append(SessionReference(session: session)) }
    }

    fileprivate func removeSession(_ session: AVCaptureSession) {
        state.withLock { $0.sessions.removeAll { $0.session == nil || $0.session === session } }
    }
}
