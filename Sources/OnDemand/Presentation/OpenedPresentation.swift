/// A presentation that was opened, and its version.
struct OpenedPresentation: Sendable {
    let presentation: MoviePresentation
    let version: MovieVersion
    /// The presentation by the tables of a movie whose samples are not what they say. Its URLs stay valid.
    var former: (presentation: MoviePresentation, version: MovieVersion)?

    init(_ presentation: MoviePresentation, _ version: MovieVersion) {
        (self.presentation, self.version) = (presentation, version)
    }
}
