/// A format without a sample entry.
package struct UnwritableFormat: Error, Hashable, CustomStringConvertible {
    /// The track with the format.
    package let trackID: UInt32
    package let reason: String

    package var description: String { "track \(trackID) cannot be written: \(reason)" }
}
