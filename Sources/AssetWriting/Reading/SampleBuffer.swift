public import Media

/// A coded sample or an uncompressed frame, as `CMSampleBuffer` can be either.
public enum SampleBuffer: Sendable {
    case sample(Sample)
    case frame(Frame)

    /// When it is presented.
    public var presentationTimeStamp: MediaTime {
        switch self {
        case .sample(let sample): sample.presentationTime
        case .frame(let frame): frame.presentationTime
        }
    }

    /// How long it lasts.
    public var duration: MediaTime {
        switch self {
        case .sample(let sample): MediaTime(value: sample.duration, timescale: sample.timescale)
        case .frame(let frame): MediaTime(value: frame.duration, timescale: frame.timescale)
        }
    }

    /// The same later by `offset`, rounded to the track's ticks.
    public func shifted(by offset: MediaTime) -> SampleBuffer {
        switch self {
        case .sample(let sample): .sample(sample.shifted(by: offset))
        case .frame(let frame): .frame(frame.shifted(by: offset))
        }
    }
}

extension AssetWriterInput {
    /// Appends what an output gave: a coded sample for passthrough, a frame to be encoded.
    @discardableResult public func append(_ sampleBuffer: SampleBuffer) -> Bool {
        switch sampleBuffer {
        case .sample(let sample): append(sample)
        case .frame(let frame): append(frame)
        }
    }
}
