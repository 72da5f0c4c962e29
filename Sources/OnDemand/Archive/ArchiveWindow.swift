import Media
import StageKit
import Synchronization

/// A window of an archive as a presentation: playlists that list the archived files of a range of dates.
final class ArchiveWindow: GrowingPresentation {
    let version: MovieVersion
    /// The presentation when the window was opened, and whether no segments will be added to it.
    let presentation: MoviePresentation
    let hasEnded: Bool
    private let options: MoviePresentationOptions
    private let state: Mutex<ArchiveWindowState>

    /// Returns nil if the name is not that of an archive. Throws `range-not-satisfiable` if it has no media in the range.
    init?(
        _ name: String, in folder: MovieFolder, _ request: PresentationRequest, _ options: MoviePresentationOptions,
        _ limits: PresentationLimits, at now: WallTime
    ) throws(StageError) {
        guard folder.state(of: ArchivePlaylists.entry(name)) != nil else { return nil }
        guard options.selection.range == nil, options.selection.tracks == nil else {
            throw StageError(
                "invalid-selection", "'\(name)' is an archive, of which 'from' and 'to' select a range of dates")
        }
        guard options.encryption == nil else {
            throw StageError(.unsupportedMedia, "'\(name)' is an archive, whose files cannot be encrypted on request")
        }
        version = MovieVersion(identity: "archive", options)
        self.options = options
        var state = try ArchiveWindowState(
            name, in: folder, options.selection, prefix: version.segment(request.selection) + "/", limits, at: now)
        presentation = try state.presentation(options)
        hasEnded = state.hasEnded
        self.state = Mutex(state)
    }

    var isIntact: Bool { true }

    func update(in folder: MovieFolder, at now: WallTime) throws(StageError) -> GrowthUpdate {
        try state.withLock { state throws(StageError) in
            guard let hasChanged = try state.extend(at: now) else { return .replaced }
            guard hasChanged else { return .unchanged }
            return .grown(try state.presentation(options))
        }
    }
}
