import Media

/// Makes the samples of one track from its frames.
protocol SampleMaker: Sendable {
    var counts: TrackCounts { get }
    /// Appends a frame in the order of the file and emits the samples that are complete.
    mutating func append(_ frame: BlockFrame, _ emit: (Sample) -> Void)
    /// Emits the remaining samples.
    mutating func finish(_ emit: (Sample) -> Void)
}
