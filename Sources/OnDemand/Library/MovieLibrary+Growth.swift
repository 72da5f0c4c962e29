import Media
import StageKit
import Synchronization

// Presentations whose sources grow.
extension MovieLibrary {
    /// Reads the data that were appended to the source of an open presentation. Returns false if the presentation has
    /// to be opened.
    func update(
        _ known: LibraryState.Movie, of movie: PresentationRequest, in folder: MovieFolder
    ) throws(StageError) -> Bool {
        guard let growth = known.growth else { return false }
        switch try growth.update(in: folder, at: clock.wallTime) {
        case .unchanged: replace(nil, of: movie, growth)
        case .grown(let presentation): replace(presentation, of: movie, growth)
        case .ended(let presentation, let reason):
            end(movie, presentation, growth)
            onEvent(.ended(movie, reason: reason))
            return false
        case .replaced: return false
        }
        return true
    }

    /// Adds a presentation that grows.
    func add(
        _ growth: any GrowingPresentation, _ presentation: MoviePresentation, _ movie: PresentationRequest,
        since began: MonotonicTime
    ) {
        set(movie, .open(presentation, growth.version), nil, at: clock.now)
        state.withLock { $0.movies[movie]?.growth = growth }
        recordOpening(of: movie, presentation, since: began)
    }

    /// Opens a window of an archive. Returns false if the name is not that of an archive.
    func openWindow(
        of movie: PresentationRequest, _ name: String, in folder: MovieFolder, _ served: ServedFolder,
        since began: MonotonicTime
    ) throws(StageError) -> Bool {
        var options = served.options(of: name)
        options.selection = movie.selection
        let window = try ArchiveWindow(name, in: folder, movie, options, configuration.limits, at: clock.wallTime)
        guard let window else { return false }
        add(window, window.presentation, movie, since: began)
        return true
    }

    /// Opens a movie as a recording in progress. Returns false if it is none.
    func openRecording(
        _ movie: PresentationRequest, _ input: PresentationInput, _ options: MoviePresentationOptions,
        _ file: MovieFolder.FileState, since began: MonotonicTime
    ) throws(StageError) -> Bool {
        guard Recording.canGrow(file, at: clock.wallTime) else { return false }
        let endedSize = state.withLock { $0.movies[movie]?.endedSize }
        let recording = try Recording(
            input, file, movie, options, configuration.limits, clock: clock, earlierEnd: endedSize)
        guard let recording else { return false }
        add(recording, recording.presentation, movie, since: began)
        return true
    }

    /// Replaces the presentation; nil if only the time of the check is new.
    private func replace(
        _ presentation: MoviePresentation?, of movie: PresentationRequest, _ growth: any GrowingPresentation
    ) {
        let now = clock.now
        state.withLock { state in
            guard let entry = state.movies[movie], case .open(let former, let version) = entry.outcome else { return }
            var replaced = LibraryState.Movie(
                outcome: .open(presentation ?? former, version), fileState: nil, mappedState: nil, checked: now,
                used: entry.used)
            (replaced.former, replaced.endedSize, replaced.growth) = (entry.former, entry.endedSize, growth)
            state.movies[movie] = replaced
            let (open, size) = state.trimMovies(to: configuration.openMovies, memory: configuration.memory)
            figures.update(open: open, tables: size)
        }
    }

    /// Keeps the presentation of a recording that has ended for players that use it.
    private func end(
        _ movie: PresentationRequest, _ presentation: MoviePresentation, _ growth: any GrowingPresentation
    ) {
        state.withLock { state in
            state.movies[movie]?.former = (presentation, growth.version)
            state.movies[movie]?.endedSize = (growth as? Recording)?.size ?? 0
            state.movies[movie]?.growth = nil
        }
    }
}

extension StageError {
    /// Whether the error concerns the request rather than the movie.
    var isOfRequest: Bool {
        ["invalid-selection", "range-not-satisfiable", "no-segment-yet", "recording-in-progress"].contains(code)
    }
}
