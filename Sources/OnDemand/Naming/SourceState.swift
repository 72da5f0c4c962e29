import Media

/// The state of all files of a presentation, for detecting a change.
struct SourceState: Sendable, Hashable {
    /// The presentation file; nil without one.
    var description: MovieFolder.FileState?
    /// The movies, then the subtitles.
    var files: [MovieFolder.FileState]
    /// The files of thumbnails and chapters, which are read when the presentation is opened.
    var companions: [MovieFolder.FileState] = []

    /// The state as text; a single movie has its size and time only.
    var text: String {
        ((description.map { [$0] } ?? []) + files + companions)
            .map { "\($0.size) \($0.changed.nanoseconds)" + ($0.tag.isEmpty ? "" : " \($0.tag)") }.joined(
                separator: " ")
    }
}
