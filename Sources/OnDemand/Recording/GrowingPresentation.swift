import Media
import StageKit

/// A presentation whose source grows: a recording in progress, or a window of a live archive.
protocol GrowingPresentation: Sendable {
    /// The version, which stays the same while the source grows.
    var version: MovieVersion { get }
    /// Whether the source still has all bytes that were read from it.
    var isIntact: Bool { get }

    /// Reads the data that were appended to the source.
    func update(in folder: MovieFolder, at now: WallTime) throws(StageError) -> GrowthUpdate
}
