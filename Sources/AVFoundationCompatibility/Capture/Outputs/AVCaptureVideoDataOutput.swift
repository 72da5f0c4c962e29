public import Foundation
import Media
import Synchronization

/// Delivers the frames of a camera to a delegate.
open class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    // Safe because its properties are locks.
    private struct State {
        var settings = VideoDataSettings()
        var discardsLate = true
        var delivery: SampleBufferDelivery?
        var delegate = SampleBufferDelegateReference(object: nil)
    }
    private let state = Mutex(State())

    /// The maximum number of frames that wait for a delegate if late frames are not discarded.
    private static let queueLimit = 16

    /// An output without a delegate, which discards late frames.
    public init() { super.init(mediaType: .video) }

    /// The pixel formats that can be selected.
    public var availableVideoPixelFormatTypes: [OSType] { VideoDataSettings.pixelFormatTypes }
    /// The codecs that can be selected: none, because the output delivers uncompressed frames.
    public var availableVideoCodecTypes: [AVVideoCodecType] { [] }

    /// The format of the frames: `kCVPixelBufferPixelFormatTypeKey`, `kCVPixelBufferWidthKey` and
    /// `kCVPixelBufferHeightKey`, each of them optional. Empty for a format of the camera that encoders accept.
    ///
    /// Other values are ignored, and reported by ``AVCaptureSession/runtimeErrorNotification``.
    public var videoSettings: [String: Any]! {
        get { state.withLock { $0.settings }.dictionary }
        set {
            let settings: VideoDataSettings
            do throws(AVError) {
                settings = try VideoDataSettings(newValue ?? [:])
            } catch {
                return reportMisuse(error.message)
            }
            state.withLock { $0.settings = settings }
            session?.applyChanges()
        }
    }

    /// Whether frames are dropped while the delegate handles an earlier one; true by default. Otherwise up to 16 frames
    /// wait for it.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { state.withLock { $0.discardsLate } }
        set { state.withLock { $0.discardsLate = newValue } }
    }

    /// Sets the object that gets the frames, which is not retained, and the serial queue on which it is called.
    ///
    /// A delegate without a queue is ignored, and reported by ``AVCaptureSession/runtimeErrorNotification``.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
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
        let factory = VideoSampleBufferFactory()
        let delivery = SampleBufferDelivery(queue: sampleBufferCallbackQueue) { [weak self] item in
            self?.deliver(item, to: delegate, factory)
        }
        state.withLock { ($0.delegate, $0.delivery) = (delegate, delivery) }
    }

    /// The object that gets the frames.
    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
        state.withLock { $0.delegate }.object as? any AVCaptureVideoDataOutputSampleBufferDelegate
    }

    /// The queue on which the delegate is called.
    public var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.delivery?.queue } }

    override func receive(_ frame: Frame, _ format: MediaFormat, from connection: AVCaptureConnection) {
        let (delivery, discardsLate) = state.withLock { ($0.delivery, $0.discardsLate) }
        delivery?.enqueue(
            SampleBufferDelivery.Arrival(frame: frame, format: format, connection: connection),
            limit: discardsLate ? 1 : Self.queueLimit, reason: discardsLate ? .late : .outOfBuffers)
    }

    /// The GStreamer names of the formats to request from a camera.
    var preferredPixelFormats: [String] {
        state.withLock { $0.settings.pixelFormat }.flatMap(PixelBufferLayout.name).map { [$0] } ?? ["NV12", "I420"]
    }

    /// The size that the settings select; nil for the camera's.
    var selectedSize: PixelSize? { state.withLock { $0.settings.size } }

    /// Delivers an item on the queue of the delegate.
    private func deliver(
        _ item: SampleBufferDelivery.Item, to delegate: SampleBufferDelegateReference,
        _ factory: VideoSampleBufferFactory
    ) {
        guard let delegate = delegate.object as? any AVCaptureVideoDataOutputSampleBufferDelegate else { return }
        let settings = state.withLock { $0.settings }
        switch item {
        case .output(let arrival):
            do {
                let buffer = try factory.sampleBuffer(arrival, settings)
                delegate.captureOutput(self, didOutput: buffer, from: arrival.connection)
            } catch {
                CaptureNotifications.postFailure("\(error)", session, self)
            }
        case .drop(let arrival, let reason):
            let buffer = factory.droppedBuffer(arrival, settings, reason)
            delegate.captureOutput(self, didDrop: buffer, from: arrival.connection)
        }
    }
}
