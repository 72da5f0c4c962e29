import GStreamerStages
import Media
import Synchronization

/// Makes the sample buffers of a video output, in the format of its settings.
final class VideoSampleBufferFactory: Sendable {
    private struct State {
        var formats: [RawVideoFormat] = []
        var converter: FrameConverter?
    }
    private let state = Mutex(State())

    /// Returns a frame as a sample buffer. Throws `unsupported-media` for a frame that cannot be converted.
    func sampleBuffer(
        _ arrival: SampleBufferDelivery.Arrival, _ settings: VideoDataSettings
    ) throws -> CMSampleBuffer {
        let frame = try converted(arrival.frame, arrival.format, settings)
        guard let buffer = CMSampleBuffer(frame) else {
            throw AVError(.invalidSourceMedia, "frames of the camera cannot be read by programs")
        }
        return buffer
    }

    /// Returns the times and the format of a dropped frame, with the reason.
    func droppedBuffer(
        _ arrival: SampleBufferDelivery.Arrival, _ settings: VideoDataSettings,
        _ reason: SampleBufferDelivery.DropReason
    ) -> CMSampleBuffer {
        var dropped = CMSampleBuffer.State()
        if case .rawVideo(let source) = arrival.format {
            dropped.format = CMFormatDescription(.rawVideo(settings.format(from: source)))
        }
        let frame = arrival.frame
        dropped.timings = [
            CMSampleTimingInfo(
                duration: frame.duration > 0
                    ? CMTime(value: frame.duration, timescale: frame.timescale) : .invalid,
                presentationTimeStamp: CMTime(frame.presentationTime), decodeTimeStamp: .invalid)
        ]
        dropped.sampleCount = 1
        dropped.attachments[kCMSampleBufferAttachmentKey_DroppedFrameReason] = UncheckedValue(
            value: reason.attachment)
        return CMSampleBuffer(dropped)
    }

    private func converted(_ frame: Frame, _ format: MediaFormat, _ settings: VideoDataSettings) throws -> Frame {
        guard case .rawVideo(let source) = format else { return frame }
        let target = settings.format(from: source)
        guard target != source else { return frame }
        let converter = try state.withLock { state in
            if let converter = state.converter, state.formats == [source, target] { return converter }
            let converter = try FrameConverter(from: .rawVideo(source), to: .rawVideo(target))
            state = State(formats: [source, target], converter: converter)
            return converter
        }
        // Frames of one output are handled one after the other.
        return try converter.convert(frame)
    }
}

extension SampleBufferDelivery.DropReason {
    fileprivate var attachment: String {
        switch self {
        case .late: kCMSampleBufferDroppedFrameReason_FrameWasLate
        case .outOfBuffers: kCMSampleBufferDroppedFrameReason_OutOfBuffers
        case .discontinuity: kCMSampleBufferDroppedFrameReason_Discontinuity
        }
    }
}
