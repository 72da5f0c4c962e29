/// The values of the tags that both kinds of playlist may contain (RFC 8216bis 4.4.1 and 4.4.2).
struct CommonTags {
    let context: ReadingContext
    /// The value of EXT-X-VERSION; 1 without it.
    var version = 1
    var hasIndependentSegments = false
    var definitions: [VariableDefinition] = []
    var start: StartPoint?
    /// The line of the first imported variable.
    var importLine: PlaylistLine?
    var versionLine = 1

    init(_ context: ReadingContext) { self.context = context }

    /// Warns if the declared version is lower than the tags require.
    func checkVersion(needed: Int) {
        guard version < needed else { return }
        context.warn(
            PlaylistProblem(
                line: versionLine, message: "\(VersionTag.name) is \(version); the features in use require \(needed)"))
    }
}
