public import Media

/// A coded sample or an uncompressed frame with its format, the equivalent of `CMSampleBuffer`.
public struct SampleBuffer: Sendable {
    /// The media of a buffer.
    public enum Content: Sendable {
        case sample(Sample)
        case frame(Frame)
    }

    /// The media.
    public var content: Content
    /// The format of the media; nil when unknown.
    public var formatDescription: MediaFormat?

    /// A buffer with a coded sample.
    public init(_ sample: Sample, formatDescription: MediaFormat?) {
        content = .sample(sample)
        self.formatDescription = formatDescription
    }

    /// A buffer with an uncompressed frame, which contains its format.
    public init(_ frame: Frame) {
        content = .frame(frame)
        formatDescription = frame.content.format
    }

    /// The presentation time.
    public var presentationTimeStamp: MediaTime {
        switch content {
        case .sample(let sample): sample.presentationTime
        case .frame(let frame): frame.presentationTime
        }
    }

    /// The duration of the media.
    public var duration: MediaTime {
        switch content {
        case .sample(let sample): MediaTime(value: sample.duration, timescale: sample.timescale)
        case .frame(let frame): MediaTime(value: frame.duration, timescale: frame.timescale)
        }
    }

    /// Returns the buffer with its times later by `offset`, rounded to ticks of its timescale.
    public func shifted(by offset: MediaTime) -> SampleBuffer {
        var result = self
        switch content {
        case .sample(let sample): result.content = .sample(sample.shifted(by: offset))
        case .frame(let frame): result.content = .frame(frame.shifted(by: offset))
        }
        return result
    }
}

extension AssetWriterInput {
    /// Appends the buffer of a reader output: a coded sample with its format for passthrough, or a frame to encode.
    @discardableResult public func append(_ sampleBuffer: SampleBuffer) -> Bool {
        switch sampleBuffer.content {
        case .sample(let sample): append(sample, format: sampleBuffer.formatDescription)
        case .frame(let frame): append(frame)
        }
    }
}
