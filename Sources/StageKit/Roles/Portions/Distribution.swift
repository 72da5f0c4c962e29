public import Media

/// The dependence of a stage's output on media outside a portion, which decides whether jobs can be distributed.
public enum Distribution: Sendable, Hashable {
    /// The output depends on all media before it, such as that of an audio encoder. One task processes whole tracks.
    case whole
    /// The output of a portion depends on the portion and on the media shortly before it. Several tasks process
    /// portions independently. Zero for stages without a state.
    case portions(warmUp: MediaTime)

    /// The output of a portion depends on the portion only.
    public static let stateless = Distribution.portions(warmUp: .zero)
}
