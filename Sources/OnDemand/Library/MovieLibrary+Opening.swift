import Media
import ProtectionStages
import StageKit
import Synchronization
import SystemFiles

// Opening presentations.
extension MovieLibrary {
    /// Opens a presentation, or a new version of it. Returns false if the result will be there later.
    ///
    /// `conversions` is the number of conversions so far, and `encoded` the result of encoding the start of this state of
    /// the files.
    func refresh(
        _ movie: PresentationRequest, conversions: Int = 0, encoded: (movie: EncodedMovie, state: SourceState)? = nil
    ) -> Bool {
        let began = clock.now
        guard let (served, name) = place(of: movie.name) else {
            set(movie, .missing, nil, at: began)
            return true
        }
        let known = state.withLock { $0.movies[movie] }
        switch served.place {
        case .folder(let folder):
            let result = open(movie, name, in: folder, served, known, conversions, encoded, since: began)
            return apply(result, to: movie, since: began)
        case .remote(let movies):
            startRemote(movie, name, in: movies, served, known, since: began)
            return false
        }
    }

    /// The result of opening a presentation.
    enum Opening: Sendable {
        case missing
        /// Nothing has changed since the presentation was opened.
        case unchanged
        /// The presentation of a source that grows is stored.
        case stored
        case open(OpenedPresentation, SourceState, mapped: SourceState)
        /// A conversion, or the encoding of the start, has to end first.
        case converting
        case failed(StageError, SourceState?)
    }

    /// Opens a presentation from files that are present.
    func open(
        _ movie: PresentationRequest, _ name: String, in storage: any MovieStorage, _ served: ServedFolder,
        _ known: LibraryState.Movie?, _ conversions: Int = 0,
        _ encoded: (movie: EncodedMovie, state: SourceState)? = nil, since began: MonotonicTime
    ) -> Opening {
        var found: SourceState?
        do throws(StageError) {
            if let known, case .folder(let folder) = served.place, try update(known, of: movie, in: folder) {
                return .stored
            }
            guard let source = try PresentationSource(name, in: storage) else {
                guard case .folder(let folder) = served.place else { return .missing }
                return try openWindow(of: movie, name, in: folder, served, since: began) ? .stored : .missing
            }
            guard !movie.selection.isDated else {
                throw StageError(
                    "invalid-selection",
                    "'\(name)' is no archive; 'start' and 'end' select a part of a movie, in seconds from its start")
            }
            found = source.state(in: storage)
            if let known, found != nil, known.fileState == found, !known.isMissing, known.isCurrentOrFailed {
                return .unchanged
            }
            var (input, fileState) = try source.open(in: storage)
            var mapped = fileState
            var options = source.options(served.options(of: name))
            options.selection = movie.selection
            // A single file of this machine may be in progress, or may have been interrupted.
            let isMovie =
                input.isMovie && !input.isRemote && input.companions.isEmpty
                && MovieCache.Container(input.files[0].content) == nil
            let recorded = isMovie ? fileState.files.first : nil
            if let recorded, try openRecording(movie, input, options, recorded, since: began) { return .stored }
            for file in input.files { file.expectNoChange() }
            guard try addEncoded(&input, fileState, movie, options, encoded) else { return .converting }
            guard try replaceByConverted(&input, &mapped, movie, conversions, encoded) else { return .converting }
            do throws(StageError) {
                return .open(try open(movie, input, options, fileState), fileState, mapped: mapped)
            } catch {
                // A converted file may have been damaged after its conversion.
                if conversions == 0, mapped != fileState, error.code.isDamage, removeConverted(input) {
                    return open(movie, name, in: storage, served, known, conversions, encoded, since: began)
                }
                guard let recorded, error.code.isDamage,
                    let recording = try? Recording(
                        input, recorded, movie, options, configuration.limits, clock: clock, interruption: error)
                else { throw error }
                let opened = OpenedPresentation(recording.presentation, recording.version)
                return .open(opened, fileState, mapped: mapped)
            }
        } catch {
            return .failed(error, found)
        }
    }

    /// Stores the result of opening a presentation. Returns false if a conversion or an encoding has to end first.
    func apply(_ result: Opening, to movie: PresentationRequest, since began: MonotonicTime) -> Bool {
        switch result {
        case .missing: set(movie, .missing, nil, at: began)
        case .unchanged:
            // The same content: only the time of the check is new.
            state.withLock { state in
                state.movies[movie]?.checked = clock.now
                state.movies[movie]?.used = clock.now
            }
        case .stored: break
        case .open(let opened, let fileState, let mapped):
            let presentation = opened.presentation
            set(
                movie, .open(presentation, opened.version), fileState, mapped: mapped, former: opened.former,
                at: clock.now)
            recordOpening(of: movie, presentation, since: began)
            if !presentation.isExamined, !presentation.isRemote {
                state.withLock { $0.addExamination(of: movie) }
            }
        case .converting: return false
        case .failed(let error, let found): fail(movie, error, found)
        }
        return true
    }

    /// Removes the converted files of a presentation. Returns false if there are none.
    private func removeConverted(_ input: PresentationInput) -> Bool {
        guard let cache = configuration.cache else { return false }
        return input.files.count { cache.remove($0) } > 0
    }

    /// Replaces movies in other containers by their converted files. Returns false if one is not there yet.
    private func replaceByConverted(
        _ input: inout PresentationInput, _ mapped: inout SourceState, _ movie: PresentationRequest,
        _ conversions: Int, _ encoded: (movie: EncodedMovie, state: SourceState)?
    ) throws(StageError) -> Bool {
        let fileState = mapped
        var position = 0
        for item in input.items.indices {
            for index in input.items[item].movies.indices {
                defer { position += 1 }
                let opened = input.items[item].movies[index]
                guard let container = MovieCache.Container(opened.file.content) else { continue }
                if try input.items[item].movies[index].addIndex(configuration.limits, clock: clock) { continue }
                guard opened.file.partial == nil else {
                    throw StageError(
                        .unsupportedMedia,
                        "'\(opened.name)' \(container == .matroska ? "has compressed frames" : "is not in MP4 or Matroska"), "
                            + "and remote movies are not converted; convert it in the store"
                    )
                }
                guard let cache = configuration.cache, let source = opened.file.absolutePath else {
                    throw StageError(
                        .unsupportedMedia,
                        "'\(opened.name)' is not an MP4 or QuickTime movie; set a folder for converted movies (--cache)"
                    )
                }
                let path = cache.path(of: opened.file, mapped.files[position], allowsMissing: encoded != nil)
                if let (converted, state) = cache.open(path) {
                    input.items[item].movies[index].file = converted
                    mapped.files[position] = state
                    continue
                }
                guard conversions < input.files.count else {
                    throw StageError(.unreadableInput, "'\(opened.name)': its converted file was removed")
                }
                let conversion = MovieCache.Conversion(
                    source: source, target: path, name: opened.name, allowsMissing: encoded != nil,
                    size: opened.file.count)
                try cache.convert(conversion) { [self] error in
                    // Removed files occupy space until they are closed.
                    if error?.code == .cacheFull { state.withLock { $0.closeConverted() } }
                    if let error { fail(movie, error, fileState) }
                    if error != nil || refresh(movie, conversions: conversions + 1, encoded: encoded) {
                        end(.movie(movie))
                    }
                }
                return false
            }
        }
        return true
    }

    /// Opens a presentation of files that are not in progress.
    private func open(
        _ movie: PresentationRequest, _ input: PresentationInput, _ options: MoviePresentationOptions,
        _ fileState: SourceState
    ) throws(StageError) -> OpenedPresentation {
        let encryption = try options.encryption.map { options throws(StageError) in try RequestedEncryption(options) }
        let version = MovieVersion(
            fileState, options, content: input.contentDigest, keys: encryption?.keyIdentifiers ?? [])
        let presentation = try PresentationPlanner.open(
            input, prefix: version.segment(movie.selection) + "/", options, encryption: encryption,
            configuration.limits, clock: clock,
            // Examining the samples of a remote movie would fetch all of it.
            examinationTime: input.isRemote ? .zero : configuration.examinationTime)
        let opened = OpenedPresentation(presentation, version)
        return presentation.isContradicted ? try examined(opened, of: movie, fileState) : opened
    }

    /// Returns the presentation by the samples of a movie; with the other one as the former if their files differ.
    private func examined(
        _ tables: OpenedPresentation, of movie: PresentationRequest, _ fileState: SourceState
    ) throws(StageError) -> OpenedPresentation {
        let former = tables.presentation
        func open(_ version: MovieVersion) throws(StageError) -> MoviePresentation {
            try PresentationPlanner.open(
                former.input, prefix: version.segment(movie.selection) + "/", former.options, configuration.limits,
                clock: clock)
        }
        let presentation = try open(tables.version)
        if presentation.confirms(former) { return OpenedPresentation(presentation, tables.version) }
        let version = MovieVersion(
            fileState, former.options, content: former.input.contentDigest, differsFromTables: true)
        var opened = OpenedPresentation(try open(version), version)
        opened.former = (former, tables.version)
        return opened
    }

    func recordOpening(
        of movie: PresentationRequest, _ presentation: MoviePresentation, since began: MonotonicTime
    ) {
        figures.recordOpening(clock.now - began)
        onEvent(.opened(movie, presentation, after: clock.now - began))
    }

    func fail(
        _ movie: PresentationRequest, _ error: StageError, _ fileState: SourceState?, mapped: SourceState? = nil,
        former presentation: (MoviePresentation, MovieVersion)? = nil
    ) {
        let former = state.withLock { $0.movies[movie] }
        // A temporary failure is no property of the files: they are opened again.
        set(
            movie, .failed(error), error.code.isTemporary ? nil : fileState, mapped: mapped,
            former: presentation.map { ($0.0, $0.1) }, at: clock.now)
        // Requests for nonexistent content are no problems of movies.
        guard !error.isOfRequest else { return }
        figures.recordFailure(error.code)
        // The same error is reported once.
        if case .failed(let earlier)? = former?.outcome, earlier.message == error.message { return }
        onEvent(.failed(movie, error))
    }

    /// Opens a movie again, with all its samples. If they make a difference, the movie has another version from now on.
    func examine(_ movie: PresentationRequest) {
        let known = state.withLock { $0.movies[movie] }
        guard let known, known.isProvisional, case .open(let former, let version) = known.outcome,
            known.isCurrent(former), let fileState = known.fileState
        else { return }
        do throws(StageError) {
            let opened = try examined(OpenedPresentation(former, version), of: movie, fileState)
            replace(known, of: movie, by: opened)
            let problems = opened.presentation.problems.filter { !former.problems.contains($0) }
            let isChanged = opened.former != nil
            if isChanged || !problems.isEmpty { onEvent(.examined(movie, problems, isChanged: isChanged)) }
        } catch {
            // Players continue with the URLs that they have.
            fail(movie, error, fileState, mapped: known.mappedState, former: (former, version))
        }
    }

    private func replace(
        _ known: LibraryState.Movie, of movie: PresentationRequest, by opened: OpenedPresentation
    ) {
        state.withLock { state in
            // Closed or opened again meanwhile.
            guard let entry = state.movies[movie], entry.isProvisional, entry.fileState == known.fileState else {
                return
            }
            var replaced = LibraryState.Movie(
                outcome: .open(opened.presentation, opened.version), fileState: entry.fileState,
                mappedState: entry.mappedState, checked: entry.checked, used: entry.used)
            replaced.former = opened.former
            state.movies[movie] = replaced
            let (open, size) = state.trimMovies(to: configuration.openMovies, memory: configuration.memory)
            figures.update(open: open, tables: size)
        }
    }

    func set(
        _ movie: PresentationRequest, _ outcome: LibraryState.Outcome, _ fileState: SourceState?,
        mapped: SourceState? = nil, former: (presentation: MoviePresentation, version: MovieVersion)? = nil,
        at now: MonotonicTime
    ) {
        state.withLock { state in
            var entry = LibraryState.Movie(
                outcome: outcome, fileState: fileState, mappedState: mapped, checked: now, used: now)
            entry.former = former
            if let known = state.movies[movie], known.endedSize != nil {
                (entry.former, entry.endedSize) = (known.former, known.endedSize)
            }
            state.movies[movie] = entry
            let (open, size) = state.trimMovies(to: configuration.openMovies, memory: configuration.memory)
            figures.update(open: open, tables: size)
        }
    }
}
