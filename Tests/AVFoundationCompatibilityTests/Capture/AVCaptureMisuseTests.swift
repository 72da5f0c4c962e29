import AVFoundationCompatibility
import Testing

/// Calls that Apple's frameworks answer with an exception.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct AVCaptureMisuseTests {
    /// Expects that a call posts a runtime error of an object whose message contains a text, and changes nothing else.
    private func expectError(
        _ text: String, of object: AnyObject, sourceLocation: SourceLocation = #_sourceLocation, _ call: () -> Void
    ) async {
        let log = NotificationLog([AVCaptureSession.runtimeErrorNotification], of: object)
        call()
        let error = await log.next()?.error
        #expect(error?.code == .operationNotAllowed, sourceLocation: sourceLocation)
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
    }

    @Test func inputsAndOutputsOfASessionCannotBeAddedAgain() async throws {
        let devices = try TestDevices()
        let recorder = CaptureRecorder()
        let output = try devices.addVideo(recorder)
        let input = try AVCaptureDeviceInput(device: devices.camera)
        #expect(!devices.session.canAddInput(input) && !devices.session.canAddOutput(output))
        await expectError("canAddInput", of: devices.session) { devices.session.addInput(input) }
        await expectError("canAddOutput", of: devices.session) { devices.session.addOutput(output) }
        let other = AVCaptureSession()
        #expect(!other.canAddOutput(output))
        let connection = AVCaptureConnection(inputPorts: input.ports, output: output)
        #expect(!devices.session.canAddConnection(connection))
        await expectError("connection", of: devices.session) { devices.session.addConnection(connection) }
        #expect(devices.session.inputs.count == 1 && devices.session.outputs.count == 1)
        #expect(devices.session.connections.count == 1)
    }

    @Test func unsupportedSettingsAreIgnored() async throws {
        let devices = try TestDevices()
        let output = try devices.addVideo(CaptureRecorder())
        let settings: [[String: Any]] = [
            [kCVPixelBufferPixelFormatTypeKey: 1], [kCVPixelBufferWidthKey: 320], ["Unknown": 1],
            [kCVPixelBufferWidthKey: 1 << 40, kCVPixelBufferHeightKey: 16],
        ]
        for settings in settings {
            await expectError("videoSettings", of: devices.session) { output.videoSettings = settings }
            #expect(output.videoSettings.isEmpty)
        }
        let audio = try devices.addAudio(CaptureRecorder())
        for settings: [String: Any] in [
            [AVFormatIDKey: kAudioFormatMPEG4AAC], [AVSampleRateKey: 1.0], [AVNumberOfChannelsKey: -1],
            [AVLinearPCMBitDepthKey: 7], [AVLinearPCMIsBigEndianKey: true],
        ] {
            await expectError("audioSettings", of: devices.session) { audio.audioSettings = settings }
            #expect(audio.audioSettings.isEmpty)
        }
    }

    @Test func delegateRequiresAQueue() async throws {
        let output = AVCaptureVideoDataOutput()
        let recorder = CaptureRecorder()
        // An output without a session posts the error of itself.
        await expectError("queue", of: output) { output.setSampleBufferDelegate(recorder, queue: nil) }
        #expect(output.sampleBufferDelegate == nil)
    }

    @Test func configurationRequiresALock() async throws {
        let devices = try TestDevices()
        try devices.addVideo(CaptureRecorder())
        let format = try #require(devices.camera.formats.last)
        #expect(devices.camera.activeFormat != format)
        await expectError("lockForConfiguration", of: devices.session) { devices.camera.activeFormat = format }
        #expect(devices.camera.activeFormat != format)
        try devices.camera.lockForConfiguration()
        defer { devices.camera.unlockForConfiguration() }
        let (audio, tooFast) = (devices.microphone.formats[0], CMTimeMake(value: 1, timescale: 1000))
        await expectError("is not a format", of: devices.session) { devices.camera.activeFormat = audio }
        await expectError("frame rate ranges", of: devices.session) {
            devices.camera.activeVideoMinFrameDuration = tooFast
        }
        await expectError("beginConfiguration", of: devices.session) { devices.session.commitConfiguration() }
        await expectError("preset", of: devices.session) { devices.session.sessionPreset = .hd4K3840x2160 }
    }

    @Test func callsInAnyOrderHaveNoEffect() throws {
        let devices = try TestDevices()
        devices.session.stopRunning()
        devices.camera.unlockForConfiguration()
        devices.session.startRunning()
        devices.session.startRunning()
        #expect(devices.session.isRunning)
        devices.session.stopRunning()
        devices.session.stopRunning()
        #expect(!devices.session.isRunning)
    }
}
