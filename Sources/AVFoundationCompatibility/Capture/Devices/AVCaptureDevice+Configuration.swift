import GStreamerStages
import Media
import Synchronization

extension AVCaptureDevice {
    /// The formats of the device; empty if it cannot be opened. The first use opens the device, for at most 15 s.
    ///
    /// Raw video formats without an equivalent in Core Video are not listed.
    public var formats: [Format] {
        let known = state.withLock { $0.formats }
        if !known.isEmpty { return known }
        let found = ((try? source.formats()) ?? []).map(Format.init)
        return state.withLock { state in
            if state.formats.isEmpty { state.formats = found }
            return state.formats
        }
    }

    /// The capture format of the device: the format that the program has selected, or else a format for the preset of
    /// its session. Has no size if the device cannot be opened.
    ///
    /// Selecting a format requires ``lockForConfiguration()`` and takes effect with ``unlockForConfiguration()``. It sets
    /// the preset of the device's session to `inputPriority` and the frame durations to their defaults.
    public var activeFormat: Format {
        get {
            let (selected, preset) = state.withLock { ($0.selectedFormat, $0.preset) }
            if let selected { return selected }
            let formats = formats
            let values = formats.map(\.value)
            let choice =
                CaptureFormatChoice.format(for: preset, among: values)
                ?? CaptureFormatChoice.format(for: .high, among: values)
            return formats.first { $0.value == choice } ?? Format(Self.unknownFormat(source.mediaType))
        }
        set {
            guard formats.contains(newValue) else {
                return reportMisuse("\(newValue) is not a format of \(self); use one of its formats")
            }
            configure("activeFormat") { state in
                state.selectedFormat = newValue
                (state.minimumFrameDuration, state.maximumFrameDuration) = (.invalid, .invalid)
                state.preset = .inputPriority
            }
        }
    }

    /// The duration of a frame at the highest rate to capture; `invalid` selects the default of the format, at most 30
    /// frames per second where the device offers that.
    ///
    /// Must be in one of the format's frame rate ranges. The device captures at this rate.
    public var activeVideoMinFrameDuration: CMTime {
        get { state.withLock { $0.minimumFrameDuration }.numeric ?? usualFrameDuration }
        set { setDuration(newValue, "activeVideoMinFrameDuration") { $0.minimumFrameDuration = newValue } }
    }

    /// The duration of a frame at the lowest rate to capture; `invalid` selects the default of the format.
    ///
    /// Must be in one of the format's frame rate ranges. Drivers have one rate, which the minimum duration selects.
    public var activeVideoMaxFrameDuration: CMTime {
        get { state.withLock { $0.maximumFrameDuration }.numeric ?? usualFrameDuration }
        set { setDuration(newValue, "activeVideoMaxFrameDuration") { $0.maximumFrameDuration = newValue } }
    }

    /// Starts a change of the configuration. Throws `deviceNotConnected` if the device is disconnected.
    public func lockForConfiguration() throws {
        try state.withLock { state in
            guard state.isConnected else {
                throw AVError(.deviceNotConnected, "\(self) is disconnected; use another device")
            }
            state.lockCount += 1
        }
    }

    /// Ends a change of the configuration, which takes effect in a running session. Has no effect on a device that is not
    /// locked.
    public func unlockForConfiguration() {
        let sessions: [AVCaptureSession] = state.withLock { state in
            guard state.lockCount > 0 else { return [] }
            state.lockCount -= 1
            guard state.lockCount == 0, state.hasChanged else { return [] }
            state.hasChanged = false
            return state.sessions.compactMap(\.session)
        }
        for session in sessions { session.deviceChanged(self) }
    }

    /// The rate to request from the device in frames per second; nil for its default.
    var captureRate: Ratio? {
        state.withLock { $0.minimumFrameDuration }.frameRate ?? activeFormat.value.usualRate
    }

    /// Reports a call that Apple's frameworks answer with an exception.
    func reportMisuse(_ message: String) {
        let sessions = state.withLock { $0.sessions.compactMap(\.session) }
        CaptureNotifications.postMisuse(message, sessions, self)
    }

    private var usualFrameDuration: CMTime { activeFormat.value.usualRate.map(CMTime.init(period:)) ?? .invalid }

    private func setDuration(_ duration: CMTime, _ name: String, _ change: (inout State) -> Void) {
        if duration.isValid {
            guard let rate = duration.frameRate, activeFormat.value.offers(rate) else {
                return reportMisuse(
                    "\(name) of \(self): \(duration.seconds) s is in none of the frame rate ranges of \(activeFormat)")
            }
        }
        configure(name, change)
    }

    private func configure(_ name: String, _ change: (inout State) -> Void) {
        let isLocked = state.withLock { state in
            guard state.lockCount > 0 else { return false }
            change(&state)
            state.hasChanged = true
            return true
        }
        if !isLocked { reportMisuse("\(name) of \(self) is set without lockForConfiguration()") }
    }

    private static func unknownFormat(_ mediaType: AVMediaType) -> CaptureFormat {
        mediaType == .audio
            ? CaptureFormat(.audio(rate: 48_000, channels: 2))
            : CaptureFormat(.video(.auto, pixelFormat: nil, PixelSize(width: 0, height: 0), rates: []))
    }
}

extension CMTime {
    /// The time if it is numeric.
    fileprivate var numeric: CMTime? { isNumeric ? self : nil }
}
