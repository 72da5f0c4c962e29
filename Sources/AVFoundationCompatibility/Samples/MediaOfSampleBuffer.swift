import AssetWriting
import Foundation
import Media
import Synchronization

/// The media of a sample buffer, as the writers of this package accept them.
enum MediaOfSampleBuffer {
    /// Coded samples and their format; nil if the buffer has none.
    case samples([Sample], MediaFormat?)
    /// An uncompressed frame of video or block of audio.
    case frame(Frame)

    /// The media of a buffer. Throws a status error for buffers that are invalid, not ready, or have no data, times or
    /// durations.
    init(_ buffer: CMSampleBuffer) throws {
        let state = buffer.state.withLock { $0 }
        guard state.isValid else { throw statusError(kCMSampleBufferError_Invalidated, "the buffer was invalidated") }
        guard state.isReady else { throw statusError(kCMSampleBufferError_BufferNotReady, "the data is not ready") }
        if let pixels = state.imageBuffer {
            self = .frame(try Self.videoFrame(pixels, state))
        } else if case .rawAudio(let audio)? = state.format?.format {
            self = .frame(try Self.audioFrame(audio, state))
        } else {
            self = .samples(try Self.samples(buffer, state), state.format?.format)
        }
    }

    private static let track = Track.ID(rawValue: 1)

    private static func videoFrame(_ pixels: CVPixelBuffer, _ state: CMSampleBuffer.State) throws -> Frame {
        let timing = try timing(state)
        let time = try ticks(timing.presentationTimeStamp)
        let duration = timing.duration.mediaTime.map { $0.isIndefinite ? 0 : $0.ticks(at: time.timescale) }
        return Frame(
            track: track, timescale: time.timescale, presentationTicks: time.value, duration: max(0, duration ?? 0),
            content: pixels.content)
    }

    private static func audioFrame(_ audio: RawAudioFormat, _ state: CMSampleBuffer.State) throws -> Frame {
        let time = try ticks(try timing(state).presentationTimeStamp)
        guard let bytes = state.dataBuffer?.slice else {
            throw statusError(kCMSampleBufferError_InvalidSampleData, "the buffer has no data")
        }
        let timescale = Int32(clamping: audio.sampleRate)
        let position = MediaTime(value: time.value, timescale: time.timescale).ticks(at: timescale)
        return Frame(
            track: track, timescale: timescale, presentationTicks: position, duration: Int64(state.sampleCount),
            content: FrameBytes(bytes, format: .rawAudio(audio)))
    }

    private static func samples(_ buffer: CMSampleBuffer, _ state: CMSampleBuffer.State) throws -> [Sample] {
        guard state.dataBuffer != nil, state.sampleCount > 0 else {
            throw statusError(kCMSampleBufferError_InvalidSampleData, "the buffer has no data")
        }
        return try (0..<state.sampleCount).map { index in
            guard let bytes = buffer.bytes(of: index..<index + 1) else {
                throw statusError(
                    kCMSampleBufferError_BufferHasNoSampleSizes,
                    "the sizes of the \(state.sampleCount) samples are not known")
            }
            let timing = try buffer.sampleTimingInfo(at: index)
            let presentation = try ticks(timing.presentationTimeStamp)
            let decode = timing.decodeTimeStamp.isNumeric ? try ticks(timing.decodeTimeStamp) : presentation
            let timescale = max(presentation.timescale, decode.timescale)
            guard let duration = timing.duration.mediaTime, !duration.isIndefinite, duration.ticks(at: timescale) > 0
            else {
                throw statusError(
                    kCMSampleBufferError_SampleTimingInfoInvalid,
                    "the duration of sample \(index) is \(timing.duration); it must be above zero")
            }
            let (first, shown) = (decode.ticks(at: timescale), presentation.ticks(at: timescale))
            return Sample(
                track: track, timescale: timescale, decodeTicks: first, presentationOffset: shown &- first,
                duration: duration.ticks(at: timescale), flags: flags(buffer.sampleAttachments(at: index)),
                bytes: bytes)
        }
    }

    /// The flags of ISO/IEC 14496-12 8.8.3.1 that attachments mean.
    private static func flags(_ attachments: [String: UncheckedValue]) -> SampleFlags {
        guard settingTruth(attachments[kCMSampleAttachmentKey_NotSync]?.value) == true else { return .sync }
        let isDependedOn = settingTruth(attachments[kCMSampleAttachmentKey_IsDependedOnByOthers]?.value)
        return isDependedOn == false ? .disposable : .predicted
    }

    private static func timing(_ state: CMSampleBuffer.State) throws -> CMSampleTimingInfo {
        guard let timing = state.timings.first else {
            throw statusError(kCMSampleBufferError_BufferHasNoSampleTimingInfo, "the buffer has no times")
        }
        return timing
    }

    private static func ticks(_ time: CMTime) throws -> MediaTime {
        guard let ticks = time.mediaTime, !ticks.isIndefinite else {
            throw statusError(
                kCMSampleBufferError_SampleTimingInfoInvalid, "the time of the buffer is \(time), which is not numeric")
        }
        return ticks
    }
}
