import ISOMedia
package import Media

/// Writes the tracks of one presentation into a movie file: samples in, operations on a file out.
///
/// A value that waits for nothing: feed it samples in decode order within a track, in any order between tracks, and
/// perform the operations that it gives, in their order. Nothing comes out before every track has shown its first
/// sample. Media lie in the file as chunks in the order of their times; a track that runs ahead waits for the others
/// as far as ``MovieSettings/limits`` allow, then its chunks are written without waiting.
///
/// With a fragment interval the file is a fragmented movie while it is being written, and all finished fragments can
/// be read wherever writing is cut off. Finishing appends a movie box for all media and then, with one small write,
/// puts everything before it into one media box: a cut before that write leaves the fragmented movie, after it the
/// regular one.
package struct MovieAssembler: Sendable {
    package let settings: MovieSettings
    var tracks: [MovieTrackAssembly] = []
    var sessions = MovieSessions()
    var file = MovieLayout()
    var movieTimescale: Int32 = 1000
    /// Bytes of all tables.
    var tableBytes = 0
    private var positions: [Track.ID: Int] = [:]
    var unbegunCount = 0
    var pendingBytes = 0
    private var hasGrid = false
    /// The track that everything waits for, and the fragment that it keeps open; nil when that is not known.
    var blocker: (track: Int, fragment: Int64)?
    /// Where the track stands that has come furthest.
    var furthest: MediaTime?
    var nextDistanceCheck: MediaTime?
    private(set) var isFinished = false

    /// A movie that begins at the beginning of a file.
    package init(settings: MovieSettings) { self.settings = settings }

    /// The tracks so far, in the order in which they were added, timescales those of the file.
    package var addedTracks: [Track] { tracks.map(\.track) }
    /// How many samples before the first sync sample had to be left out, for each track.
    package var skippedBeforeSync: [(track: Track, count: Int)] {
        tracks.filter { $0.skippedBeforeSync > 0 }.map { ($0.track, $0.skippedBeforeSync) }
    }
    /// Bytes of media that wait to be written, with what it costs to keep them.
    package var waitingBytes: Int { pendingBytes }

    /// Adds a track; all have to be there before the first sample of the last of them.
    package mutating func add(
        _ track: Track, _ trackSettings: MovieTrackSettings = MovieTrackSettings()
    ) throws(PackagingError) {
        if let known = positions[track.id] {
            guard tracks[known].track.format == track.format else {
                throw PackagingError(
                    .unsupportedFormat,
                    "the format of the \(track.mediaType.rawValue) track changes; a track of a movie has one format")
            }
            return
        }
        guard !file.hasStarted, !isFinished else {
            throw PackagingError(.lateTrack, "a \(track.mediaType.rawValue) track appeared after the movie had begun")
        }
        guard trackSettings.mediaTimescale ?? 1 > 0, (0...1 << 20).contains(trackSettings.preferredMediaChunkAlignment)
        else {
            throw PackagingError(
                .unsupportedFormat, "a media timescale is above zero and a chunk alignment from 0 to 1 MiB")
        }
        guard trackSettings.sampleReferencePath == nil || settings.fileType == .mov && !settings.isFragmented else {
            throw PackagingError(
                .unsupportedFormat, "only a QuickTime movie without fragments can keep its samples in another file")
        }
        let assembly = MovieTrackAssembly(track, trackID: UInt32(tracks.count + 1), trackSettings, settings)
        try assembly.checkFormat(settings.fileType)
        positions[track.id] = tracks.count
        tracks.append(assembly)
        unbegunCount += 1
    }

    /// Says what a track is to another.
    package mutating func associate(
        _ first: Track.ID, with second: Track.ID, as association: TrackAssociationType
    ) throws(PackagingError) {
        let (from, to) = (try position(of: first), try position(of: second))
        let (left, right) = (tracks[from].track.mediaType, tracks[to].track.mediaType)
        guard from != to, association.joins(left, right) else {
            throw PackagingError(
                .invalidState, "a \(left.rawValue) track cannot have a \(right.rawValue) track as \(association)")
        }
        guard !file.hasStarted else {
            throw PackagingError(.invalidState, "an association came after the movie had begun")
        }
        tracks[from].references.append((association.code, second))
    }

    /// Begins a session: `time` on the input's timeline is where the movie is, or begins.
    ///
    /// Without sessions the movie presents everything.
    package mutating func startSession(at time: MediaTime) throws(PackagingError) {
        guard !sessions.isOpen, !time.isIndefinite, !file.hasStarted || !sessions.isEmpty else {
            throw PackagingError(.invalidState, "a session cannot begin here: one is open, or the movie has begun")
        }
        sessions.begin(at: time)
    }

    /// Ends the session: what comes later is in the file and is not presented.
    package mutating func endSession(at time: MediaTime) throws(PackagingError) {
        guard sessions.isOpen, !time.isIndefinite else {
            throw PackagingError(.invalidState, "a session ends that has not begun")
        }
        sessions.end(at: time)
    }

    /// Takes the next sample of its track, in decode order; one that is refused leaves everything as it was.
    package mutating func append(_ sample: Sample) throws(PackagingError) {
        let index = try position(of: sample.track)
        try checkTables()
        if !hasGrid { beginGrid(with: sample) }
        let progress = try tracks[index].accept(sample, upTo: settings.limits.samplesPerTrack)
        pendingBytes += progress.bytes
        if progress.isFirst { unbegunCount -= 1 }
        if progress.hasBegunRun || pendingBytes > settings.limits.pendingBytes { try advance(after: index) }
    }

    /// Whether a track is new or goes on in the format that it has.
    package func accepts(_ track: Track) -> Bool {
        positions[track.id].map { tracks[$0].track.format == track.format } ?? true
    }

    /// A track has nothing for a while, however long: its last sample lasts until it goes on.
    package mutating func gap(_ id: Track.ID) {
        if let index = positions[id] { tracks[index].gap() }
    }

    /// Ends a track; the others go on.
    package mutating func end(_ id: Track.ID) throws(PackagingError) {
        guard let index = positions[id], !tracks[index].isEnded else { return }
        endTrack(index)
        try advance(after: index)
    }

    /// Ends all tracks and makes the file a whole movie.
    package mutating func finish() throws(PackagingError) {
        guard !isFinished else { return }
        for index in tracks.indices where !tracks[index].isEnded { endTrack(index) }
        guard tracks.contains(where: \.hasBegun) else {
            throw PackagingError(.noSyncSample, "the movie has no samples")
        }
        if !file.hasStarted { try start() }
        try writeAll()
        try finishFile()
        isFinished = true
    }

    /// Hands over what is to be done to the file.
    package mutating func takeOperations() -> [FileOperation] { file.takeOperations() }
    /// Whether there is something to be done to the file.
    package var hasOperations: Bool { file.hasOperations }
}

extension MovieAssembler {
    private func position(of id: Track.ID) throws(PackagingError) -> Int {
        guard let index = positions[id] else {
            throw PackagingError(.invalidState, "a sample came before its track was announced")
        }
        return index
    }

    private mutating func endTrack(_ index: Int) {
        let before = tracks[index].pendingBytes
        tracks[index].end()
        pendingBytes += tracks[index].pendingBytes - before
        if !tracks[index].hasBegun { unbegunCount -= 1 }
    }

    /// Fragments are counted from the first session, or from the first sample of all.
    private mutating func beginGrid(with sample: Sample) {
        hasGrid = true
        guard settings.isFragmented, sample.timescale > 0 else { return }
        let start = sessions.sessions.first?.start ?? sample.decodeTime
        for index in tracks.indices { tracks[index].beginFragments(at: start) }
    }

    private func checkTables() throws(PackagingError) {
        guard !isFinished else { throw PackagingError(.invalidState, "a sample came after the end of its movie") }
        guard tableBytes < settings.limits.tableBytes else {
            throw PackagingError(
                .limitReached,
                "the sample tables of the movie have reached \(settings.limits.tableBytes) bytes, the most that are "
                    + "kept; write shorter movies")
        }
    }
}
