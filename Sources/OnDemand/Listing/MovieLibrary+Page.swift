import Foundation
package import Media
import Packaging
import StageKit
import Synchronization
import SystemFiles

// The list of movies, and their posters.
extension MovieLibrary {
    /// The time for which a page of the list, and a poster, are not computed again, in seconds.
    private static let (pageLifetime, posterLifetime): (Int64, Int64) = (2, 60)
    /// The time for examining movies for one page. Movies that were not reached have no report yet.
    private static let surveyTime = Duration.milliseconds(1500)
    /// The maximum number of pages and posters that wait.
    private static let waitingLimit = 64

    /// Returns a page of the list as JSON. `since` is the time of the request, which remains the same while it is held.
    package func page(_ query: LibraryPage.Query, since: MonotonicTime) -> (key: LibraryKey, lookup: Lookup<ByteRope>) {
        let key = LibraryKey.page(query, period: since.nanoseconds / (Self.pageLifetime * 1_000_000_000))
        return (key, derived(key) { library in library.end(key, library.makePage(query)) })
    }

    /// Returns the poster of a movie as JPEG.
    package func poster(of name: String, since: MonotonicTime) -> (key: LibraryKey, lookup: Lookup<ByteRope>) {
        let key = LibraryKey.poster(name, state: "\(since.nanoseconds / (Self.posterLifetime * 1_000_000_000))")
        return (key, derived(key) { library in library.makePoster(of: name, for: key) })
    }

    /// Returns a stored result, or computes it on the thread for pages.
    private func derived(_ key: LibraryKey, _ make: @escaping @Sendable (MovieLibrary) -> Void) -> Lookup<ByteRope> {
        let now = clock.now
        let result: Lookup<ByteRope> = state.withLock { state in
            if let built = state.content(key, at: now) { return built.data.map { .found($0) } ?? .missing }
            if state.pending.contains(key) { return .pending }
            guard state.pending.count(where: \.isDerived) < Self.waitingLimit else { return .busy }
            state.pending.insert(key)
            return .failed(StageError(.limitReached, ""))
        }
        guard case .failed = result else { return result }
        pageQueue.async { [self] in make(self) }
        return .pending
    }

    private func end(_ key: LibraryKey, _ data: ByteRope?) {
        let now = clock.now
        state.withLock { state in
            state.add(LibraryState.Built(data: data, used: now), for: key, memory: configuration.memory / 4)
        }
        end(key)
    }

    private func makePage(_ query: LibraryPage.Query) -> ByteRope? {
        var (names, obstacles, isComplete): (Set<String>, [String: String], Bool) = ([], [:], true)
        // Remote stores are not listed.
        for served in folders {
            guard case .folder(let folder) = served.place else { continue }
            let listing = MovieListing(folder)
            isComplete = isComplete && listing.isComplete
            let base = served.path.isEmpty ? "" : "\(served.path)/"
            names.formUnion(listing.names.map { base + $0 })
            for (name, obstacle) in listing.obstacles { obstacles[base + name] = obstacle }
        }
        for name in names { obstacles[name] = MovieName.obstacle(name) ?? obstacles[name] }
        names.formUnion(obstacles.keys)
        let search = query.search.lowercased()
        let found = names.filter { search.isEmpty || $0.lowercased().contains(search) }.sorted()
        let end = clock.now + Self.surveyTime
        let movies = found.dropFirst(query.offset).prefix(query.limit).map { name in
            let report = obstacles[name].map { Self.report(of: name, $0) } ?? report(of: name, isLate: clock.now > end)
            let hasVideo = report?.tracks.contains { $0.type == "video" } ?? false
            return LibraryPage.Movie(
                name: name, poster: hasVideo && report?.verdict != .notStreamable && configuration.posters != nil,
                report: report)
        }
        let page = LibraryPage(
            total: found.count, isComplete: isComplete, offset: query.offset, limit: query.limit, movies: movies)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(page)).map { ByteRope(ByteSlice(copying: Array($0))) }
    }

    /// The report of a movie that no URL refers to.
    private static func report(of name: String, _ obstacle: String) -> StreamabilityReport {
        StreamabilityReport(
            name, StreamabilityFinding(.error, "unservable-name", "'\(name)' cannot be served: \(obstacle)"))
    }

    /// Returns the report of a movie; nil if it is late and not stored.
    private func report(of name: String, isLate: Bool) -> StreamabilityReport? {
        do throws(StageError) {
            guard let (served, inner) = place(of: name), case .folder(let folder) = served.place,
                let source = try PresentationSource(inner, in: folder), let found = source.state(in: folder)
            else { return nil }
            if let known = state.withLock({ $0.reports[name] }), known.state == found { return known.report }
            if isLate { return nil }
            var (input, mapped) = try source.open(in: folder)
            input.useConverted(mapped, configuration.cache)
            let options = source.options(served.options(of: inner))
            var server = StreamabilityReport.Server()
            server.converts = configuration.cache != nil
            server.encodes = configuration.encoder != nil && options.transcoding != nil
            let report = StreamabilityReport(
                input, options, surveyLimits, clock: clock, examinationTime: configuration.examinationTime,
                server: server)
            if !report.awaitsConversion { state.withLock { $0.add(report, found, of: name) } }
            return report
        } catch {
            return StreamabilityReport(
                name, StreamabilityFinding(.error, error.code.rawValue, error.message))
        }
    }

    private var surveyLimits: PresentationLimits {
        var limits = configuration.limits
        limits.time = min(limits.time, .seconds(5))
        return limits
    }

    /// Finds the poster of the current content, or requests it. No poster of an encrypted movie is made: it would be clear.
    private func makePoster(of name: String, for key: LibraryKey) {
        guard let posters = configuration.posters, let (served, inner) = place(of: name),
            case .folder(let folder) = served.place, let source = try? PresentationSource(inner, in: folder),
            let opened = try? source.open(in: folder)
        else { return end(key, nil) }
        var (input, mapped) = opened
        var options = source.options(served.options(of: inner))
        guard options.encryption == nil else { return end(key, nil) }
        let digest = StableDigest("\(folder.path)/\(inner) \(mapped.text)").text
        let stored = LibraryKey.poster(name, state: digest)
        if let known = state.withLock({ $0.content(stored, at: clock.now) }) { return end(key, known.data) }
        if let data = configuration.cache?.poster(digest) { return end(key, data) }
        input.useConverted(mapped, configuration.cache)
        // Its times start at zero.
        options.profile = .mpeg4CMAFCompliant
        guard
            let presentation = try? PresentationPlanner.open(
                input, options, surveyLimits, clock: clock, examinationTime: configuration.examinationTime),
            let movie = presentation.still(at: 0.1)
        else { return end(key, nil) }
        let isAccepted = posters.make(movie) { [self] result in
            var data: ByteRope?
            switch result {
            case .success(let image): data = image
            case .failure(let error): onEvent(.posterFailed(name, "\(error)"))
            }
            if let data { configuration.cache?.store(data, poster: digest) }
            end(stored, data)
            end(key, data)
        }
        if !isAccepted { end(key, nil) }
    }
}

extension LibraryKey {
    /// Whether the result belongs to pages.
    fileprivate var isDerived: Bool {
        switch self {
        case .page, .poster: true
        case .movie, .content, .encoded: false
        }
    }
}

extension PresentationInput {
    /// Replaces movies in other containers by their converted files, where these exist.
    fileprivate mutating func useConverted(_ state: SourceState, _ cache: MovieCache?) {
        guard let cache else { return }
        var position = 0
        for item in items.indices {
            for index in items[item].movies.indices {
                defer { position += 1 }
                let file = items[item].movies[index].file
                guard MovieCache.Container(file.content) != nil, position < state.files.count,
                    let converted = [false, true].lazy.compactMap({ allowsMissing in
                        cache.open(cache.path(of: file, state.files[position], allowsMissing: allowsMissing))
                    }).first
                else { continue }
                items[item].movies[index].file = converted.file
            }
        }
    }
}
