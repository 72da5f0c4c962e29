import AVFoundationCompatibility
import Testing

@Suite(.serialized, .timeLimit(.minutes(1)))
struct AVCaptureDeviceTests {
    @Test func testDevicesAreFoundOnlyByTheirIdentifiers() throws {
        let camera = try #require(AVCaptureDevice(uniqueID: "sluice.test-video"))
        #expect(AVCaptureDevice(uniqueID: "sluice.test-video") === camera)
        #expect(camera.hasMediaType(.video) && !camera.hasMediaType(.audio) && camera.isConnected)
        #expect(AVCaptureDevice(uniqueID: "no such device") == nil)
        let search = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera, .external, .microphone], mediaType: nil, position: .unspecified)
        #expect(!search.devices.contains { $0.uniqueID.hasPrefix("sluice.") })
        for device in search.devices { #expect(AVCaptureDevice(uniqueID: device.uniqueID) === device) }
    }

    @Test(.enabled(if: VideoNodes.areMissing)) func machineWithoutCamerasHasNoDefault() async throws {
        #expect(AVCaptureDevice.default(for: .video) == nil)
        #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .unspecified) == nil)
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
        #expect(await AVCaptureDevice.requestAccess(for: .video))
    }

    @Test func formatsHaveSizesAndFrameRates() throws {
        let camera = try #require(AVCaptureDevice(uniqueID: "sluice.test-video"))
        let sizes = camera.formats.map { $0.formatDescription.dimensions }
        #expect(sizes.contains { $0.width == 1280 && $0.height == 720 })
        let range = try #require(camera.formats[0].videoSupportedFrameRateRanges.first)
        #expect(range.minFrameRate == 1 && range.maxFrameRate == 60)
        #expect(range.minFrameDuration == CMTimeMake(value: 1, timescale: 60))
        #expect(camera.formats[0].formatDescription.mediaType == .video)
    }

    @Test func presetSelectsTheSizeUntilTheProgramDoes() async throws {
        let devices = try TestDevices()
        let recorder = CaptureRecorder()
        try devices.addVideo(recorder)
        devices.session.sessionPreset = .hd1280x720
        #expect(devices.camera.activeFormat.formatDescription.dimensions.width == 1280)
        #expect(!devices.session.canSetSessionPreset(.hd4K3840x2160))
        #expect(devices.camera.activeVideoMinFrameDuration == CMTimeMake(value: 1, timescale: 30))

        try devices.camera.lockForConfiguration()
        devices.camera.activeFormat = try #require(
            devices.camera.formats.first { $0.formatDescription.dimensions.width == 320 })
        devices.camera.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: 50)
        devices.camera.activeVideoMaxFrameDuration = CMTimeMake(value: 1, timescale: 50)
        devices.camera.unlockForConfiguration()
        #expect(devices.session.sessionPreset == .inputPriority)
        devices.session.startRunning()
        let calls = await recorder.calls(2)
        devices.session.stopRunning()
        #expect(calls[0].buffer.formatDescription?.dimensions.width == 320)
        #expect(CMTimeCompare(calls[0].buffer.duration, CMTimeMake(value: 1, timescale: 50)) == 0)

        devices.session.sessionPreset = .vga640x480
        #expect(devices.camera.activeFormat.formatDescription.dimensions.width == 640)
        #expect(devices.camera.activeVideoMinFrameDuration == CMTimeMake(value: 1, timescale: 30))
    }
}

/// The cameras of the machine.
private enum VideoNodes {
    static var areMissing: Bool { !FileManager.default.fileExists(atPath: "/sys/class/video4linux") }
}
