package import Media
package import StageKit

/// Demultiplexes consecutive segments of one rendition, whose times have one base.
package protocol SegmentDemultiplexer {
    /// The tracks to select from.
    var sources: [SourceTrack] { get }
    /// The period after which the times of the segments start again; nil if they do not.
    var wrap: MediaTime? { get }
    /// Whether the segments so far have samples of all tracks.
    var hasAllTracks: Bool { get }

    /// Delivers the tracks of a choice.
    mutating func select(_ choice: TrackChoice, _ identities: inout TrackIdentities) throws(StageError)
    /// The selected tracks.
    var tracks: [Track] { get }
    /// The presentation time of the first sample, after priming, in the times of the segments; nil if it is unknown.
    var start: MediaTime? { get }
    /// Moves time zero to a time of the segments. Called before samples are read.
    mutating func setOrigin(_ origin: MediaTime)

    /// Whether a segment has the format of those before.
    func accepts(_ segment: SegmentContent) -> Bool
    /// Adds the segment that follows.
    mutating func add(_ segment: SegmentContent)
    /// Returns further samples; none if another segment is needed.
    mutating func read() throws(StageError) -> [Message<Sample>]
    /// Returns the last samples: no segment follows.
    mutating func finish() -> [Message<Sample>]
    /// Reports losses and omissions. Returns the losses with a limit.
    func report(to context: StageContext) -> DamageReport?
}
