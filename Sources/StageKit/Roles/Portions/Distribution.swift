public import Media

/// The dependence of a stage's output on media outside a portion, which decides whether jobs can be distributed.
public enum Distribution: Sendable, Hashable {
    /// The output depends on all media before it. One task processes whole tracks.
    case whole
    /// The output of a portion depends on the portion, on the media shortly before it, and for stages that look ahead on
    /// the media shortly after it. Several tasks process portions independently. Zero for stages without a state.
    case portions(warmUp: MediaTime, lookAhead: MediaTime = .zero)
    /// The output of a portion differs slightly from that of whole tracks, as that of an audio encoder does. One task
    /// processes whole tracks, unless the job divides them on request.
    case approximate(warmUp: MediaTime, lookAhead: MediaTime = .zero)

    /// The output of a portion depends on the portion only.
    public static let stateless = Distribution.portions(warmUp: .zero)
}
