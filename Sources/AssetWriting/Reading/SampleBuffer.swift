public import Media

/// A coded sample or an uncompressed frame together with its format, as `CMSampleBuffer` can be either.
public struct SampleBuffer: Sendable {
    /// The media of a buffer.
    public enum Content: Sendable {
        case sample(Sample)
        case frame(Frame)
    }

    /// The media.
    public var content: Content
    /// The format of the media; nil when it is not known.
    public var formatDescription: MediaFormat?

    /// A buffer of a coded sample.
    public init(_ sample: Sample, formatDescription: MediaFormat?) {
        content = .sample(sample)
        self.formatDescription = formatDescription
    }

    /// A buffer of an uncompressed frame, whose content has its format.
    public init(_ frame: Frame) {
        content = .frame(frame)
        formatDescription = frame.content.format
    }

    /// When it is presented.
    public var presentationTimeStamp: MediaTime {
        switch content {
        case .sample(let sample): sample.presentationTime
        case .frame(let frame): frame.presentationTime
        }
    }

    /// How long it lasts.
    public var duration: MediaTime {
        switch content {
        case .sample(let sample): MediaTime(value: sample.duration, timescale: sample.timescale)
        case .frame(let frame): MediaTime(value: frame.duration, timescale: frame.timescale)
        }
    }

    /// The same later by `offset`, rounded to the track's ticks.
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
    /// Appends the buffer of an output: a coded sample for passthrough with its format, a frame to be encoded.
    @discardableResult public func append(_ sampleBuffer: SampleBuffer) -> Bool {
        switch sampleBuffer.content {
        case .sample(let sample): append(sample, format: sampleBuffer.formatDescription)
        case .frame(let frame): append(frame)
        }
    }
}
