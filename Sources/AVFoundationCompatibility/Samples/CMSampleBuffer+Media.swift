import AssetWriting
import Media

extension CMSampleBuffer {
    /// A buffer with one coded sample, which shares its bytes.
    convenience init(_ sample: Sample, format: CMFormatDescription) {
        var state = State()
        state.dataBuffer = CMBlockBuffer(sample.bytes)
        state.format = format
        state.sampleCount = 1
        state.sizes = [sample.bytes.count]
        let isVideo = format.mediaType == .video
        state.timings = [
            CMSampleTimingInfo(
                duration: CMTime(value: sample.duration, timescale: sample.timescale),
                presentationTimeStamp: CMTime(sample.presentationTime),
                decodeTimeStamp: isVideo ? CMTime(sample.decodeTime) : .invalid)
        ]
        state.sampleAttachments = [Self.attachments(of: sample.flags)]
        if format.mediaType == .audio, sample.presentationTicks < 0 {
            // Audio before time zero is priming, which players discard.
            let trimmed = CMTime(value: min(-sample.presentationTicks, sample.duration), timescale: sample.timescale)
            state.attachments[kCMSampleBufferAttachmentKey_TrimDurationAtStart] = UncheckedValue(value: trimmed)
        }
        self.init(state)
    }

    /// A buffer with an uncompressed frame, which shares its bytes; nil for frames that the CPU cannot read.
    convenience init?(_ frame: Frame) {
        guard let mediaFormat = frame.content.format else { return nil }
        var state = State()
        state.format = CMFormatDescription(mediaFormat)
        let time = CMTime(frame.presentationTime)
        var duration = CMTime(value: frame.duration, timescale: frame.timescale)
        switch mediaFormat {
        case .rawVideo:
            guard let pixels = CVPixelBuffer(frame) else { return nil }
            state.imageBuffer = pixels
            state.sampleCount = 1
            if frame.duration == 0 { duration = .invalid }
        case .rawAudio(let audio):
            guard let bytes = frame.content.bytes, let size = state.format?.audio?.mBytesPerFrame, size > 0 else {
                return nil
            }
            let frameSize = Int(size) * (audio.isPlanar ? audio.channelCount : 1)
            state.dataBuffer = CMBlockBuffer(bytes)
            state.sampleCount = bytes.count / frameSize
            state.sizes = [frameSize]
            duration = CMTime(value: 1, timescale: Int32(clamping: audio.sampleRate))
        default: return nil
        }
        state.timings = [
            CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        ]
        self.init(state)
    }

    /// The attachments that the flags of ISO/IEC 14496-12 8.8.3.1 mean.
    private static func attachments(of flags: SampleFlags) -> [String: UncheckedValue] {
        var result: [String: UncheckedValue] = [:]
        if !flags.isSync { result[kCMSampleAttachmentKey_NotSync] = UncheckedValue(value: true) }
        let (dependsOn, isDependedOn) = (flags.rawValue >> 24 & 3, flags.rawValue >> 22 & 3)
        if dependsOn != 0 {
            result[kCMSampleAttachmentKey_DependsOnOthers] = UncheckedValue(value: dependsOn == 1)
        }
        if isDependedOn != 0 {
            result[kCMSampleAttachmentKey_IsDependedOnByOthers] = UncheckedValue(value: isDependedOn == 1)
        }
        return result
    }
}
