package import Media
import StageKit
import Synchronization

// Media that are encoded when they are requested.
extension MovieLibrary {
    /// The time for which a request may be absent, while its connection hands it to the server again.
    private static let absence = Duration.seconds(2)

    /// Returns a segment that is encoded when it is requested; the following portion is encoded when a place is free.
    package func encoded(_ key: LibraryKey, _ segment: EncodedSegment, of presentation: MoviePresentation) -> Lookup<
        ByteRope
    > {
        guard let encoder = configuration.encoder else { return .missing }
        let now = clock.now
        let known: Lookup<ByteRope>? = state.withLock { state in
            if let built = state.content(key, at: now) {
                return built.failure.map { .failed($0.error) } ?? built.data.map { .found($0) } ?? .missing
            }
            if state.pending.contains(key) { return .pending }
            state.pending.insert(key)
            state.encoding[key] = (segment.work, now)
            return nil
        }
        if let known { return known }
        let encoded = presentation.input.encoded
        let isAccepted = pool.request(segment.work) { [encodingFigures] () throws(StageError) in
            if try encoder.stored(segment) != nil { return encodingFigures.recordHit() }
            try await encoder.encode(segment)
        } completion: { [self] end in
            store(end, key, segment, encoder)
            guard case .done = end, let next = encoded?.successor(of: segment) else { return }
            pool.start(ahead: next.work) { () throws(StageError) in try await encoder.encode(next) }
        }
        if isAccepted { return .pending }
        state.withLock { state in
            state.pending.remove(key)
            state.encoding[key] = nil
        }
        return .busy
    }

    private func store(_ end: EncodingPool.End, _ key: LibraryKey, _ segment: EncodedSegment, _ encoder: MovieEncoder) {
        let now = clock.now
        var built: LibraryState.Built? = LibraryState.Built(data: nil, used: now)
        switch end {
        case .done:
            do throws(StageError) {
                guard let data = try encoder.stored(segment) else {
                    throw StageError(
                        .unreadableInput, "segment \(segment.index) of '\(segment.rendition)' was not encoded")
                }
                let reservation = try responseMemory.require(
                    segment.encryption == nil ? data.memorySize : data.count, for: "\(key.movie)")
                built = LibraryState.Built(data: try segment.sentBytes(data).retaining(reservation), used: now)
            } catch {
                built?.failure = (error, now + Self.failureLifetime)
            }
        case .failed(let error): built?.failure = (error, now + Self.failureLifetime)
        case .cancelled: built = nil
        }
        state.withLock { state in
            state.encoding[key] = nil
            if let built { state.add(built, for: key, memory: configuration.memory / 4) }
        }
        self.end(key)
    }

    /// Ends encodings that no request waits for. `isHeld` returns whether a request for a result is held.
    package func cancelEncodings(unless isHeld: (LibraryKey) -> Bool) {
        let now = clock.now
        let cancelled: [EncodingPool.Key] = state.withLock { state in
            guard !state.encoding.isEmpty else { return [] }
            let needed = state.encoding.filter { now < $0.value.since + Self.absence || isHeld($0.key) }
            let works = Set(needed.values.map(\.work))
            return Array(Set(state.encoding.values.map(\.work)).subtracting(works))
        }
        for work in cancelled { pool.cancel(work) }
    }

    /// Adds the encoded renditions of a presentation with transcoding. Returns false if their start is encoded first.
    func addEncoded(
        _ input: inout PresentationInput, _ fileState: SourceState, _ movie: PresentationRequest,
        _ options: MoviePresentationOptions, _ encoded: (movie: EncodedMovie, state: SourceState)?
    ) throws(StageError) -> Bool {
        guard let transcoding = options.transcoding, input.isWhole, input.items.first?.movies.count == 1,
            let file = input.items.first?.movies.first
        else { return true }
        guard !input.isRemote else {
            throw StageError(
                .invalidOptions,
                "'\(movie)': media of other machines are not encoded; remove 'transcoding', or copy the movie")
        }
        guard let encoder = configuration.encoder else {
            throw StageError(
                .invalidOptions, "'\(movie)': transcoding requires a folder for encoded media; set it with --cache")
        }
        if let encoded, encoded.state == fileState {
            input.encoded = encoded.movie
            if let tracks = encoded.movie.passedTracks {
                input.items[0].movies[0].tracks = tracks
            } else {
                input.encoded?.source = file.file
                input.items = []
            }
            return true
        }
        var request = MovieEncoder.Request(
            file: file.file, name: file.name, identity: "\(fileState.text) \(input.contentDigest)", options: options,
            transcoding: transcoding)
        if let tracks = file.tracks { request.options.tracks = tracks }
        // Selections of one presentation share their encoded media.
        let key = EncodingPool.Key.opening("\(movie.name) \(request.identity) \(options.text)")
        let result = Mutex<EncodedMovie?>(nil)
        let isAccepted = pool.request(key) { [request] () throws(StageError) in
            let opened = try await encoder.open(request)
            result.withLock { $0 = opened }
        } completion: { [self] end in
            let opened = result.withLock { $0 }
            switch end {
            case .done where opened != nil:
                guard let opened else { return }
                if !refresh(movie, encoded: (opened, fileState)) { return }
            case .failed(let error): fail(movie, error, fileState)
            case .done, .cancelled: break
            }
            self.end(.movie(movie))
        }
        guard isAccepted else { throw StageError(.libraryBusy, "too many movies wait for their encoding; try again") }
        return false
    }
}
