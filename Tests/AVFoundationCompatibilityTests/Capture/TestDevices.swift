import AVFoundationCompatibility
import Testing

/// A session with the test devices.
struct TestDevices {
    let session = AVCaptureSession()
    let camera: AVCaptureDevice
    let microphone: AVCaptureDevice

    init() throws {
        camera = try #require(AVCaptureDevice(uniqueID: "sluice.test-video"))
        microphone = try #require(AVCaptureDevice(uniqueID: "sluice.test-audio"))
        session.sessionPreset = .qvga
    }

    /// Adds the camera, with an output for a delegate.
    @discardableResult
    func addVideo(_ recorder: CaptureRecorder, discardsLate: Bool = false) throws -> AVCaptureVideoDataOutput {
        if !session.inputs.contains(where: { ($0 as? AVCaptureDeviceInput)?.device === camera }) {
            session.addInput(try AVCaptureDeviceInput(device: camera))
        }
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = discardsLate
        output.setSampleBufferDelegate(recorder, queue: recorder.queue)
        session.addOutput(output)
        return output
    }

    /// Adds the microphone, with an output for a delegate.
    @discardableResult
    func addAudio(_ recorder: CaptureRecorder) throws -> AVCaptureAudioDataOutput {
        session.addInput(try AVCaptureDeviceInput(device: microphone))
        let output = AVCaptureAudioDataOutput()
        output.setSampleBufferDelegate(recorder, queue: recorder.queue)
        session.addOutput(output)
        return output
    }
}

extension AVCaptureSession.Preset {
    /// The smallest size of the test camera.
    static let qvga = AVCaptureSession.Preset(rawValue: "AVCaptureSessionPreset320x180")
}
