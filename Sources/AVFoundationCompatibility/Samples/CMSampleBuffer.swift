import Media
import Synchronization

/// Coded samples or an uncompressed frame, with their format, times and attachments.
///
/// A reference to shared bytes: copies with other times share the data.
public final class CMSampleBuffer: Sendable {
    struct State: Sendable {
        /// The coded bytes or the PCM of the samples.
        var dataBuffer: CMBlockBuffer?
        /// The uncompressed video frame.
        var imageBuffer: CVImageBuffer?
        var format: CMFormatDescription?
        var sampleCount = 0
        /// No entries, one for all samples, or one for each.
        var timings: [CMSampleTimingInfo] = []
        /// No entries, one for all samples, or one for each.
        var sizes: [Int] = []
        /// No entries, or one for each sample.
        var sampleAttachments: [[String: UncheckedValue]] = []
        var attachments: [String: UncheckedValue] = [:]
        /// The presentation time after trimming, if a program has set it.
        var outputTime: CMTime?
        var isReady = true
        var isValid = true
    }
    let state: Mutex<State>

    init(_ state: State) { self.state = Mutex(state) }

    /// Whether the buffer may be used: true until `invalidate()`.
    public var isValid: Bool { state.withLock { $0.isValid } }
    /// Whether the data may be used.
    public var dataReadiness: Bool { state.withLock { $0.isReady } }
    /// The format of the samples.
    public var formatDescription: CMFormatDescription? { state.withLock { $0.format } }
    /// The coded bytes or the PCM of the samples; nil for video frames.
    public var dataBuffer: CMBlockBuffer? { state.withLock { $0.dataBuffer } }
    /// The video frame; nil for coded samples and audio.
    public var imageBuffer: CVImageBuffer? { state.withLock { $0.imageBuffer } }
    /// The number of samples: access units, packets or PCM frames.
    public var numSamples: CMItemCount { state.withLock { $0.sampleCount } }

    /// The time of the first sample in presentation order.
    public var presentationTimeStamp: CMTime {
        let state = state.withLock { $0 }
        guard state.timings.count > 1 else { return state.timings.first?.presentationTimeStamp ?? .invalid }
        return state.timings.map(\.presentationTimeStamp).min() ?? .invalid
    }

    /// The decode time of the first sample; invalid when samples are in presentation order.
    public var decodeTimeStamp: CMTime { state.withLock { $0.timings.first?.decodeTimeStamp ?? .invalid } }

    /// The duration of all samples.
    public var duration: CMTime {
        let state = state.withLock { $0 }
        guard let first = state.timings.first else { return .invalid }
        if state.timings.count == 1 {
            return CMTimeMultiply(first.duration, multiplier: Int32(clamping: state.sampleCount))
        }
        return state.timings.dropFirst().reduce(first.duration) { CMTimeAdd($0, $1.duration) }
    }

    /// The time of the first sample after trimming.
    public var outputPresentationTimeStamp: CMTime {
        if let time = state.withLock({ $0.outputTime }) { return time }
        let trimmed = trimDuration(kCMSampleBufferAttachmentKey_TrimDurationAtStart)
        return trimmed.isNumeric ? CMTimeAdd(presentationTimeStamp, trimmed) : presentationTimeStamp
    }

    /// Sets the time of the first sample after trimming.
    public func setOutputPresentationTimeStamp(_ newValue: CMTime) throws {
        state.withLock { $0.outputTime = newValue }
    }

    /// The duration of all samples after trimming.
    public var outputDuration: CMTime {
        [kCMSampleBufferAttachmentKey_TrimDurationAtStart, kCMSampleBufferAttachmentKey_TrimDurationAtEnd]
            .map(trimDuration).filter(\.isNumeric).reduce(duration, CMTimeSubtract)
    }

    /// The decode time of the first sample after trimming.
    public var outputDecodeTimeStamp: CMTime { decodeTimeStamp }

    /// The size of all samples in bytes; 0 when it is not known.
    public var totalSampleSize: Int {
        let state = state.withLock { $0 }
        if state.sizes.count == 1 {
            return state.sizes[0].multipliedReportingOverflow(by: state.sampleCount).partialValue
        }
        return state.sizes.isEmpty ? state.dataBuffer?.dataLength ?? 0 : state.sizes.reduce(0, &+)
    }

    /// Makes the buffer unusable.
    public func invalidate() throws { state.withLock { $0.isValid = false } }

    /// Declares that the data may be used.
    public func setDataReady() throws { state.withLock { $0.isReady = true } }

    private func trimDuration(_ key: String) -> CMTime {
        state.withLock { $0.attachments[key]?.value as? CMTime } ?? .invalid
    }
}

extension CMSampleBuffer: Hashable {
    public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
