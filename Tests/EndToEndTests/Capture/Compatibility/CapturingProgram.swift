import AVFoundationCompatibility
import Synchronization

/// A program that captures from devices and counts what it gets.
final class CapturingProgram: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, Sendable
{
    private struct State {
        var events: [NSNotification.Name] = []
        var errors: [AVError] = []
        var reasons: [AVCaptureSession.InterruptionReason] = []
        var videoTimes: [Double] = []
        var audioTimes: [Double] = []
    }
    private let state = Mutex(State())
    let session = AVCaptureSession()
    private let queue = DispatchQueue(label: "program")
    // Safe because the tokens are only used for removing the observers, once.
    nonisolated(unsafe) private var tokens: [any NSObjectProtocol] = []

    override init() {
        super.init()
        let names = [
            AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification,
            AVCaptureSession.runtimeErrorNotification, AVCaptureSession.wasInterruptedNotification,
            AVCaptureSession.interruptionEndedNotification,
        ]
        tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { [weak self] in
                self?.record($0)
            }
        }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    var events: [NSNotification.Name] { state.withLock { $0.events } }
    var errors: [AVError] { state.withLock { $0.errors } }
    var reasons: [AVCaptureSession.InterruptionReason] { state.withLock { $0.reasons } }
    /// Presentation times in seconds.
    var videoTimes: [Double] { state.withLock { $0.videoTimes } }
    var audioTimes: [Double] { state.withLock { $0.audioTimes } }

    /// Adds a camera with an output.
    func add(camera: AVCaptureDevice) throws {
        session.addInput(try AVCaptureDeviceInput(device: camera))
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = false
        output.setSampleBufferDelegate(self, queue: queue)
        session.addOutput(output)
    }

    /// Adds a microphone with an output.
    func add(microphone: AVCaptureDevice) throws {
        session.addInput(try AVCaptureDeviceInput(device: microphone))
        let output = AVCaptureAudioDataOutput()
        output.setSampleBufferDelegate(self, queue: queue)
        session.addOutput(output)
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer).seconds
        state.withLock { state in
            if output is AVCaptureVideoDataOutput {
                state.videoTimes.append(time)
            } else {
                state.audioTimes.append(time)
            }
        }
    }

    private func record(_ notification: Notification) {
        let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
        let reason = (notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int)
            .flatMap(AVCaptureSession.InterruptionReason.init)
        state.withLock { state in
            state.events.append(notification.name)
            if let error { state.errors.append(error) }
            if let reason { state.reasons.append(reason) }
        }
    }
}

extension VirtualDevices {
    /// The camera as AVFoundation finds it.
    static var captureCamera: AVCaptureDevice? { AVCaptureDevice(uniqueID: camera) }
    /// The capture side of the loopback sound card.
    static var captureMicrophone: AVCaptureDevice? { AVCaptureDevice(uniqueID: "hw:CARD=Loopback,DEV=1") }
}
