import AVFoundationCompatibility
import Synchronization

/// A delegate of outputs that records what it gets.
final class CaptureRecorder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, Sendable
{
    /// One call of the delegate.
    struct Call: Sendable {
        var buffer: CMSampleBuffer
        var isDrop = false
        var isOnQueue: Bool
        /// The host's time of the call.
        var time: CMTime
        /// Whether the connection belongs to the output.
        var isConnected: Bool

        /// The reason of a drop.
        var reason: String? {
            CMGetAttachment(
                buffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil) as? String
        }
    }

    let queue = DispatchQueue(label: "recorder")
    private let key = DispatchSpecificKey<Bool>()
    private let stream: AsyncStream<Call>
    private let continuation: AsyncStream<Call>.Continuation
    /// Called before a frame is recorded, on the queue.
    private let whenOutput: @Sendable () -> Void

    init(whenOutput: @escaping @Sendable () -> Void = {}) {
        (stream, continuation) = AsyncStream.makeStream()
        self.whenOutput = whenOutput
        super.init()
        queue.setSpecific(key: key, value: true)
    }

    /// The next calls, as many as wanted.
    func calls(_ count: Int) async -> [Call] {
        var calls: [Call] = []
        for await call in stream {
            calls.append(call)
            if calls.count == count { break }
        }
        return calls
    }

    /// The calls until the condition is true for one of them.
    func calls(until isLast: (Call) -> Bool) async -> [Call] {
        var calls: [Call] = []
        for await call in stream {
            calls.append(call)
            if isLast(call) { break }
        }
        return calls
    }

    /// Ends the sequence of calls.
    func finish() { continuation.finish() }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        whenOutput()
        record(sampleBuffer, output, connection)
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        record(sampleBuffer, output, connection, isDrop: true)
    }

    private func record(
        _ buffer: CMSampleBuffer, _ output: AVCaptureOutput, _ connection: AVCaptureConnection, isDrop: Bool = false
    ) {
        continuation.yield(
            Call(
                buffer: buffer, isDrop: isDrop, isOnQueue: DispatchQueue.getSpecific(key: key) == true,
                time: CMClockGetTime(CMClockGetHostTimeClock()), isConnected: connection.output === output))
    }
}
