import Media

/// The media that an encoder requests for one pass.
public struct AssetWriterInputPassDescription: Sendable, Hashable {
    /// The source time ranges to append, in order; from zero without end in the first pass.
    public let sourceTimeRanges: [MediaTimeRange]

    /// A pass over these ranges.
    public init(sourceTimeRanges: [MediaTimeRange]) { self.sourceTimeRanges = sourceTimeRanges }

    static let first = AssetWriterInputPassDescription(
        sourceTimeRanges: [MediaTimeRange(start: .zero, duration: .indefinite)])
}
