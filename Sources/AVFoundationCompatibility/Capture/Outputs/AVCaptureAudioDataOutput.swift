public import Foundation
import GStreamerStages
import Media
import Synchronization

/// Delivers the audio of a microphone to a delegate.
open class AVCaptureAudioDataOutput: AVCaptureOutput, @unchecked Sendable {
    // Safe because its properties are locks.
    private struct State {
        var settings = AudioDataSettings()
        var delivery: SampleBufferDelivery?
        var delegate = SampleBufferDelegateReference(object: nil)
    }
    private let state = Mutex(State())

    /// The maximum number of blocks that wait for a delegate: about ten seconds. Later blocks are dropped.
    private static let queueLimit = 512

    /// An output without a delegate.
    public init() { super.init(mediaType: .audio) }

    /// The format of the audio: linear PCM, interleaved, with `AVSampleRateKey`, `AVNumberOfChannelsKey`,
    /// `AVLinearPCMBitDepthKey` and `AVLinearPCMIsFloatKey`, each of them optional. Empty for 32-bit floating point with
    /// the sample rate and the channels of the device.
    ///
    /// Other values are ignored, and reported by ``AVCaptureSession/runtimeErrorNotification``.
    public var audioSettings: [String: Any]! {
        get { state.withLock { $0.settings }.dictionary }
        set {
            let settings: AudioDataSettings
            do throws(AVError) {
                settings = try AudioDataSettings(newValue ?? [:])
            } catch {
                return reportMisuse(error.message)
            }
            state.withLock { $0.settings = settings }
            session?.applyChanges()
        }
    }

    /// Sets the object that gets the audio, which is not retained, and the serial queue on which it is called.
    ///
    /// A delegate without a queue is ignored, and reported by ``AVCaptureSession/runtimeErrorNotification``.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        guard let sampleBufferDelegate else {
            return state.withLock { state in
                (state.delegate, state.delivery) = (SampleBufferDelegateReference(object: nil), nil)
            }
        }
        guard let sampleBufferCallbackQueue else {
            return reportMisuse("setSampleBufferDelegate(_:queue:) requires a queue for the delegate")
        }
        let delegate = SampleBufferDelegateReference(object: sampleBufferDelegate)
        let delivery = SampleBufferDelivery(queue: sampleBufferCallbackQueue) { [weak self] item in
            self?.deliver(item, to: delegate)
        }
        state.withLock { ($0.delegate, $0.delivery) = (delegate, delivery) }
    }

    /// The object that gets the audio.
    public var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
        state.withLock { $0.delegate }.object as? any AVCaptureAudioDataOutputSampleBufferDelegate
    }

    /// The queue on which the delegate is called.
    public var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.delivery?.queue } }

    override func receive(_ frame: Frame, _ format: MediaFormat, from connection: AVCaptureConnection) {
        state.withLock { $0.delivery }?.enqueue(
            SampleBufferDelivery.Arrival(frame: frame, format: format, connection: connection),
            limit: Self.queueLimit, reason: .outOfBuffers)
    }

    /// The settings with which to open a microphone.
    var settings: AudioDataSettings { state.withLock { $0.settings } }

    /// Delivers an item on the queue of the delegate. Dropped blocks are visible as a gap between the times of others.
    private func deliver(_ item: SampleBufferDelivery.Item, to delegate: SampleBufferDelegateReference) {
        guard case .output(let arrival) = item,
            let delegate = delegate.object as? any AVCaptureAudioDataOutputSampleBufferDelegate
        else { return }
        do {
            guard let buffer = CMSampleBuffer(try settings.converted(arrival.frame, arrival.format)) else {
                throw AVError(.invalidSourceMedia, "audio of the microphone cannot be read by programs")
            }
            delegate.captureOutput(self, didOutput: buffer, from: arrival.connection)
        } catch {
            CaptureNotifications.postFailure("\(error)", session, self)
        }
    }
}
