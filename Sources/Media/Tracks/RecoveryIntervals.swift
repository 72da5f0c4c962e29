/// The longest intervals between samples of an H.264 track at which decoding can start.
package struct RecoveryIntervals: Sendable, Hashable, Codable {
    /// Between IDR pictures and I pictures of open GOPs.
    package var immediate: MediaTime?
    /// Between these and starts of gradual refreshes.
    package var all: MediaTime?

    package init(immediate: MediaTime?, all: MediaTime?) { (self.immediate, self.all) = (immediate, all) }
}
