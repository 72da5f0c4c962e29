import Dispatch
import Media
import StageKit
import Synchronization
import SystemFiles

// Presentations whose files are in remote stores. Tasks wait for the stores; the threads of the library compute.
extension MovieLibrary {
    /// The number of ranges of samples that are fetched after each attempt to open a presentation, which reads zeros
    /// instead of absent bytes and can therefore read other samples than with them. All ranges are fetched after these.
    private static let rangeCounts = [1, 1, 2, 4, 16, 64, 256]
    /// The maximum number of attempts.
    private static let attempts = 64
    /// The time for which the failure of a store is returned without another request.
    private static let storeFailureLifetime = Duration.seconds(1)

    /// Calls `work` on a thread of the library.
    private func compute<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }

    private func wait(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.waitingJobs += 1 }
        Task {
            await work()
            state.withLock { $0.waitingJobs -= 1 }
        }
    }

    /// Opens a presentation of a remote store.
    func startRemote(
        _ movie: PresentationRequest, _ name: String, in movies: any RemoteMovies, _ served: ServedFolder,
        _ known: LibraryState.Movie?, since began: MonotonicTime
    ) {
        wait { [self] in
            var result = await openRemote(movie, name, in: movies.attempt(), served, known, since: began)
            while case .failed(let error, _) = result, error.code == .cacheFull, closeForSpace(except: movie) {
                result = await openRemote(movie, name, in: movies.attempt(), served, known, since: began)
            }
            if case .failed(let error, _) = result, error.code.isOfSource, let known, known.isOpen,
                known.isCurrentOrFailed
            {
                // The open presentation is served as long as its blocks are present.
                onEvent(.failed(movie, error))
                figures.recordFailure(error.code)
                _ = apply(.unchanged, to: movie, since: began)
            } else {
                _ = apply(result, to: movie, since: began)
            }
            end(.movie(movie))
        }
    }

    private func openRemote(
        _ movie: PresentationRequest, _ name: String, in attempt: any RemoteAttempt, _ served: ServedFolder,
        _ known: LibraryState.Movie?, since began: MonotonicTime
    ) async -> Opening {
        let deadline = began + configuration.limits.time
        do throws(StageError) {
            for round in 0..<Self.attempts {
                let used = UsedRanges()
                let result = await compute { [self] in
                    UsedRanges.$current.withValue(used) { open(movie, name, in: attempt, served, known, since: began) }
                }
                guard clock.now < deadline else {
                    let seconds = configuration.limits.time.components.seconds
                    throw StageError(.sourceTimedOut, "'\(name)' was not fetched within \(seconds) s")
                }
                if !attempt.isComplete {
                    try await attempt.load()
                } else if try await retain(used, round: round) == 0 {
                    for (content, _) in used.all { (content as? any RemoteContent)?.release() }
                    return result
                }
            }
            throw StageError(.limitReached, "'\(name)' was not opened in \(Self.attempts) attempts")
        } catch {
            return .failed(error, nil)
        }
    }

    /// Fetches ranges that were used and were absent. Returns their number.
    private func retain(_ used: UsedRanges, round: Int) async throws(StageError) -> Int {
        var total = 0
        let count = round < Self.rangeCounts.count ? Self.rangeCounts[round] : Int.max
        for case (let content as any RemoteContent, let ranges) in used.all {
            let missing = content.missing(ranges)
            total += missing.count
            guard !missing.isEmpty else { continue }
            let size = content.byteCount(of: ranges)
            guard count < .max || size <= content.openingLimit else {
                throw StageError(
                    .limitReached,
                    "opening '\(content.name)' requires \(size >> 20) MiB of its samples, more than half of the cache; "
                        + "set a larger one (--cache-size)")
            }
            try await content.retain(Array(missing.prefix(count)))
        }
        return total
    }

    /// Closes the remote presentation that was not used for the longest time, because the blocks of its index are needed for
    /// others. Returns false if there is none.
    private func closeForSpace(except movie: PresentationRequest) -> Bool {
        state.withLock { state in
            let isClosed = state.closeOldestRemote(except: movie)
            if isClosed { figures.update(open: state.movies.values.count(where: \.isOpen), tables: state.tableSize) }
            return isClosed
        }
    }

    /// Builds bytes of a file whose media are in remote stores.
    func start(_ job: LibraryState.RemoteJob, _ key: LibraryKey) {
        wait { [self] in
            var built = LibraryState.Built(data: nil, used: clock.now)
            do throws(StageError) {
                built = LibraryState.Built(data: try await buildWithSpace(job, of: key.movie), used: clock.now)
            } catch {
                built.failure = (error, clock.now + Self.storeFailureLifetime)
                figures.recordFailure(error.code)
                onEvent(.failed(key.movie, error))
            }
            state.withLock { [built] in $0.add(built, for: key, memory: configuration.memory / 4) }
            end(key)
        }
    }

    private func buildWithSpace(
        _ job: LibraryState.RemoteJob, of movie: PresentationRequest
    ) async throws(StageError) -> ByteRope? {
        while true {
            do throws(StageError) {
                return try await build(job)
            } catch {
                guard error.code == .cacheFull, closeForSpace(except: movie) else { throw error }
            }
        }
    }

    private func build(_ job: LibraryState.RemoteJob) async throws(StageError) -> ByteRope? {
        let used = UsedRanges()
        await compute { UsedRanges.$current.withValue(used) { job.presentation.use(job.file, in: job.range) } }
        var leases: [any AnyObject & Sendable] = []
        for case (let content as any RemoteContent, let ranges) in used.all {
            leases.append(try await content.fetch(ranges))
        }
        let result = await compute { [leases] in
            withExtendedLifetime(leases) {
                Result { () throws(StageError) in try job.make(job.presentation) }
            }
        }
        return try result.get()
    }
}
