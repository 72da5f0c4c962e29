import AVFoundationCompatibility
import Synchronization
import Testing

extension CaptureDeviceTests {
    /// Programs that capture with the names of AVFoundation.
    @Suite struct Compatibility {}
}

extension CaptureDeviceTests.Compatibility {
    @Test func devicesAreDiscoveredWithTheirFormats() async throws {
        let search = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera, .external, .microphone], mediaType: nil, position: .unspecified)
        #expect(search.devices.contains { $0.localizedName == VirtualDevices.cameraName })
        #expect(search.devices.contains { $0.uniqueID == "hw:CARD=Loopback,DEV=1" && $0.deviceType == .microphone })
        let camera = try #require(AVCaptureDevice.default(for: .video))
        #expect(camera.uniqueID == VirtualDevices.camera && AVCaptureDevice.default(for: .audio) != nil)
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
        let format = try #require(
            camera.formats.first { format in
                let size = format.formatDescription.dimensions
                return size.width == 640 && size.height == 360
                    && format.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            })
        #expect(format.videoSupportedFrameRateRanges.contains { abs($0.maxFrameRate - 30) < 0.01 })
        #expect(camera.supportsSessionPreset(.hd1280x720) && !camera.supportsSessionPreset(.cif352x288))
        let microphone = try #require(VirtualDevices.captureMicrophone)
        #expect(microphone.activeFormat.formatDescription.audioStreamBasicDescription?.mSampleRate == 48_000)
    }

    @Test func cameraAndMicrophoneShareATimeline() async throws {
        try await Scratch.use { scratch in
            let tone = try scratch.playTone()
            defer { tone.end() }
            let program = CapturingProgram()
            program.session.sessionPreset = .low
            try program.add(camera: #require(VirtualDevices.captureCamera))
            try program.add(microphone: #require(VirtualDevices.captureMicrophone))
            program.session.startRunning()
            #expect(program.session.isRunning, "\(program.errors)")
            #expect(program.session.connections.allSatisfy { $0.isActive })
            let hasMedia = try await eventually(within: 30) {
                (program.videoTimes.last ?? 0) - (program.videoTimes.first ?? 0) > 4
                    && (program.audioTimes.last ?? 0) - (program.audioTimes.first ?? 0) > 4
            }
            program.session.stopRunning()
            #expect(program.errors.isEmpty)
            try #require(hasMedia, "\(program.errors)")
            let (video, audio) = (program.videoTimes, program.audioTimes)
            #expect(zip(video, video.dropFirst()).allSatisfy { $0 < $1 })
            #expect(zip(audio, audio.dropFirst()).allSatisfy { $0 < $1 })
            // Both devices were opened together, so on one timeline their media overlap.
            #expect(video[0] < audio[audio.count - 1] && audio[0] < video[video.count - 1])
        }
    }

    @Test func sessionContinuesWithTheMicrophoneWhenTheCameraIsUnplugged() async throws {
        try await Scratch.use { scratch in
            let tone = try scratch.playTone()
            defer { tone.end() }
            let program = CapturingProgram()
            program.session.sessionPreset = .low
            let camera = try #require(VirtualDevices.captureCamera)
            let changes = DeviceChanges()
            try program.add(camera: camera)
            try program.add(microphone: #require(VirtualDevices.captureMicrophone))
            program.session.startRunning()
            let hasBegun = try await eventually(within: 30) { program.videoTimes.count > 10 }
            try VirtualDevices.removeCamera()
            let isReported = try await eventually(within: 30) {
                !program.errors.isEmpty && changes.disconnected.contains(ObjectIdentifier(camera))
            }
            let count = program.audioTimes.count
            let continues = try await eventually(within: 30) { program.audioTimes.count > count + 50 }
            #expect(hasBegun && isReported && continues && program.session.isRunning)
            #expect(program.errors.map(\.code) == [.deviceWasDisconnected], "\(program.errors)")
            #expect(!camera.isConnected && VirtualDevices.captureCamera == nil)
            #expect(throws: AVError.self) { try camera.lockForConfiguration() }
            let refused = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: camera) }
            #expect(refused?.code == .deviceNotConnected)

            try VirtualDevices.returnCamera()
            let returns = try await eventually(within: 30) {
                !changes.connected.isEmpty && VirtualDevices.captureCamera != nil
            }
            let next = try #require(VirtualDevices.captureCamera)
            #expect(returns && next !== camera && next.isConnected && !camera.isConnected)
            let frameCount = program.videoTimes.count
            program.session.beginConfiguration()
            program.session.removeInput(program.session.inputs[0])
            program.session.removeOutput(program.session.outputs[0])
            try program.add(camera: next)
            program.session.commitConfiguration()
            let resumes = try await eventually(within: 30) { program.videoTimes.count > frameCount + 10 }
            program.session.stopRunning()
            #expect(resumes, "\(program.errors)")
        }
    }

    @Test func sessionStopsWhenItsLastDeviceIsUnplugged() async throws {
        let program = CapturingProgram()
        program.session.sessionPreset = .low
        try program.add(camera: #require(VirtualDevices.captureCamera))
        program.session.startRunning()
        let hasBegun = try await eventually(within: 30) { program.videoTimes.count > 10 }
        try VirtualDevices.removeCamera()
        let hasStopped = try await eventually(within: 30) {
            program.events.last == AVCaptureSession.didStopRunningNotification
        }
        try VirtualDevices.returnCamera()
        #expect(hasBegun && hasStopped && !program.session.isRunning)
        #expect(program.errors.map(\.code) == [.deviceWasDisconnected], "\(program.errors)")
        // A session whose devices have failed may be started again; the device remains disconnected.
        program.session.startRunning()
        let isRefused = try await eventually(within: 30) { program.errors.count == 2 }
        #expect(isRefused && program.errors.last?.code == .deviceNotConnected && !program.session.isRunning)
    }

    @Test func cameraThatStallsIsReported() async throws {
        try await Scratch.use { scratch in
            let program = CapturingProgram()
            program.session.sessionPreset = .low
            try program.add(camera: #require(VirtualDevices.captureCamera))
            program.session.startRunning()
            let hasBegun = try await eventually(within: 30) { program.videoTimes.count > 10 }
            try await scratch.setCamera("percentage_of_dropped_buffers", 100)
            let isReported = try await eventually(within: 30) { !program.session.isRunning }
            try await scratch.setCamera("percentage_of_dropped_buffers", 0)
            #expect(hasBegun && isReported && program.errors.map(\.code) == [.noDataCaptured], "\(program.errors)")
            let count = program.videoTimes.count
            program.session.startRunning()
            let resumes = try await eventually(within: 30) { program.videoTimes.count > count + 10 }
            program.session.stopRunning()
            #expect(resumes, "\(program.errors)")
        }
    }

    @Test func cameraOfAnotherProgramInterruptsTheSession() async throws {
        try await Scratch.use { scratch in
            let other = try scratch.keep(
                "gst-launch-1.0", ["-v", "v4l2src", "device=\(VirtualDevices.camera)", "!", "fakesink", "silent=false"])
            defer { other.end() }
            // A session that runs first would keep the camera from the other program.
            let streams = try await eventually(within: 60) { other.output.contains("last-message = chain") }
            try #require(streams, "\(other.errors)")
            let program = CapturingProgram()
            program.session.sessionPreset = .low
            try program.add(camera: #require(VirtualDevices.captureCamera))
            program.session.startRunning()
            let isInterrupted = try await eventually(within: 30) { program.session.isInterrupted }
            try #require(isInterrupted, "\(program.errors)")
            let count = program.videoTimes.count
            other.end()
            let resumes = try await eventually(within: 30) { program.videoTimes.count > count + 10 }
            let isOver = try await eventually(within: 5) {
                program.events.contains(AVCaptureSession.interruptionEndedNotification)
            }
            program.session.stopRunning()
            #expect(resumes && isOver && !program.session.isInterrupted, "\(program.errors)")
            #expect(program.reasons.last == .videoDeviceInUseByAnotherClient && program.errors.isEmpty)
        }
    }
}

/// The notifications of devices.
private final class DeviceChanges: Sendable {
    private let state = Mutex<(connected: [ObjectIdentifier], disconnected: [ObjectIdentifier])>(([], []))
    // Safe because the tokens are only used for removing the observers, once.
    nonisolated(unsafe) private var tokens: [any NSObjectProtocol] = []

    init() {
        tokens = [AVCaptureDevice.wasConnectedNotification, AVCaptureDevice.wasDisconnectedNotification].map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
                guard let device = notification.object as? AVCaptureDevice else { return }
                self?.state.withLock { state in
                    if name == AVCaptureDevice.wasConnectedNotification {
                        state.connected.append(ObjectIdentifier(device))
                    } else {
                        state.disconnected.append(ObjectIdentifier(device))
                    }
                }
            }
        }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    var connected: [ObjectIdentifier] { state.withLock { $0.connected } }
    var disconnected: [ObjectIdentifier] { state.withLock { $0.disconnected } }
}
