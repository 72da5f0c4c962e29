import ISOMedia
package import Media

/// Writes the tracks of one presentation into a movie file: samples in, file operations out.
///
/// A value type that never blocks. Append samples in decode order within a track and in any order between tracks, and
/// perform the returned operations in order. Output starts when every track has received its first sample or a limit is
/// reached. The file contains chunks in the order of their times. A track that is ahead waits for the others within
/// ``MovieSettings/limits``; beyond them its chunks are written without waiting.
///
/// With a fragment interval the file is a fragmented movie while it is written: after a crash, all completed fragments
/// can be read. Finishing appends a movie box for all media and then, with one small write, turns everything before it
/// into one media box. A crash before that write leaves the fragmented movie, after it the regular one.
package struct MovieAssembler: Sendable {
    package let settings: MovieSettings
    var tracks: [MovieTrackState] = []
    var sessions = MovieSessions()
    var file = MovieLayout()
    var movieTimescale: Int32 = 1000
    /// The memory of all sample tables in bytes.
    var tableBytes = 0
    private var positions: [Track.ID: Int] = [:]
    var waitingTrackCount = 0
    var pendingBytes = 0
    private var hasFragmentGrid = false
    /// The track and fragment that all other tracks wait for; nil when unknown.
    var blocker: (track: Int, fragment: Int64)?
    /// The decode end of the track that is furthest ahead.
    var furthest: MediaTime?
    var nextDistanceCheck: MediaTime?
    private(set) var isFinished = false

    /// A movie at the start of a new file.
    package init(settings: MovieSettings) { self.settings = settings }

    /// The tracks in the order of addition, with the timescales of the file.
    package var addedTracks: [Track] { tracks.map(\.track) }
    /// The number of samples discarded before the first sync sample, by track.
    package var skippedBeforeSync: [(track: Track, count: Int)] {
        tracks.filter { $0.skippedBeforeSync > 0 }.map { ($0.track, $0.skippedBeforeSync) }
    }
    /// The size of the media waiting to be written, with a fixed overhead per sample, in bytes.
    package var waitingBytes: Int { pendingBytes }

    /// Adds a track, or changes the format of the following samples of a known one, of which the first is a sync sample.
    /// Throws when the movie has started, when it cannot contain several formats, or when the settings or the format are
    /// not supported.
    package mutating func add(
        _ track: Track, _ trackSettings: MovieTrackSettings = MovieTrackSettings()
    ) throws(PackagingError) {
        if let known = positions[track.id] {
            guard accepts(track) else {
                throw PackagingError(
                    .unsupportedFormat,
                    "the format of the \(track.mediaType.rawValue) track changes; a track of a fragmented movie, and of "
                        + "uncompressed audio, has one format")
            }
            if tracks[known].formats.count > 1 || tracks[known].track.format != track.format {
                try MovieTrackState(track, trackID: tracks[known].trackID, trackSettings, settings)
                    .validateFormat(settings.fileType)
                tracks[known].change(to: track.format)
            }
            return
        }
        guard !file.hasStarted, !isFinished else {
            throw PackagingError(.lateTrack, "a \(track.mediaType.rawValue) track was added after the movie started")
        }
        guard trackSettings.mediaTimescale ?? 1 > 0, (0...1 << 20).contains(trackSettings.preferredMediaChunkAlignment)
        else {
            throw PackagingError(
                .unsupportedFormat, "the media timescale must be above zero and the chunk alignment 0 to 1 MiB")
        }
        guard trackSettings.sampleReferencePath == nil || settings.fileType == .mov && !settings.isFragmented else {
            throw PackagingError(
                .unsupportedFormat, "only a QuickTime movie without fragments can reference samples in another file")
        }
        let assembly = MovieTrackState(
            track, trackID: trackSettings.trackID ?? UInt32(tracks.count + 1), trackSettings, settings)
        try assembly.validateFormat(settings.fileType)
        positions[track.id] = tracks.count
        tracks.append(assembly)
        waitingTrackCount += 1
    }

    /// Adds a reference from one track to another.
    package mutating func associate(
        _ first: Track.ID, with second: Track.ID, as association: TrackAssociationType
    ) throws(PackagingError) {
        let (from, to) = (try position(of: first), try position(of: second))
        let (left, right) = (tracks[from].track.mediaType, tracks[to].track.mediaType)
        guard from != to, association.allows(left, right) else {
            throw PackagingError(
                .invalidState, "a \(left.rawValue) track cannot have a \(right.rawValue) track as \(association)")
        }
        guard !file.hasStarted else {
            throw PackagingError(.invalidState, "tracks cannot be associated after the movie has started")
        }
        tracks[from].references.append((association.code, second))
    }

    /// Starts a session: `time` on the input's timeline follows the end of the previous session, or becomes time zero
    /// of the movie.
    ///
    /// Without sessions the movie presents all media.
    package mutating func startSession(at time: MediaTime) throws(PackagingError) {
        guard !sessions.isOpen, !time.isIndefinite, !file.hasStarted || !sessions.isEmpty else {
            throw PackagingError(.invalidState, "cannot start a session: one is open, or the movie has started")
        }
        sessions.begin(at: time)
    }

    /// Ends the session: later media are in the file but not presented.
    package mutating func endSession(at time: MediaTime) throws(PackagingError) {
        guard sessions.isOpen, !time.isIndefinite else {
            throw PackagingError(.invalidState, "cannot end a session: no session is open")
        }
        sessions.end(at: time)
    }

    /// Appends the next sample of its track, in decode order. A sample that is rejected changes nothing.
    package mutating func append(_ sample: Sample) throws(PackagingError) {
        let index = try position(of: sample.track)
        try validateLimits()
        if !hasFragmentGrid { beginGrid(with: sample) }
        let progress = try tracks[index].append(sample, upTo: settings.limits.samplesPerTrack)
        pendingBytes += progress.bytes
        if progress.isFirst { waitingTrackCount -= 1 }
        if progress.hasBegunRun || pendingBytes > settings.limits.pendingBytes { try advance(after: index) }
    }

    /// Returns whether a track is new, has its known format, or one that can follow. Fragments refer to the sample entries
    /// at the start of the file, which contains one for each track.
    package func accepts(_ track: Track) -> Bool {
        guard let known = positions[track.id].map({ tracks[$0] }) else { return true }
        if known.formats == [track.format] { return true }
        return !settings.isFragmented && known.canChange(to: track)
    }

    /// Whether a track can still be added: a movie lists its tracks at its start.
    package func canAdd(_ track: Track) -> Bool {
        positions[track.id].map { !tracks[$0].isEnded } ?? (!file.hasStarted && !isFinished)
    }

    /// Announces a gap of any duration in a track: its last sample lasts until the next one.
    package mutating func gap(_ id: Track.ID) {
        if let index = positions[id] { tracks[index].gap() }
    }

    /// Ends one track.
    package mutating func end(_ id: Track.ID) throws(PackagingError) {
        guard let index = positions[id], !tracks[index].isEnded else { return }
        endTrack(index)
        try advance(after: index)
    }

    /// Ends all tracks and completes the movie file.
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

    /// Returns and removes the pending file operations.
    package mutating func dequeueOperations() -> [FileOperation] { file.dequeueOperations() }
    /// Whether file operations are pending.
    package var hasOperations: Bool { file.hasOperations }
}

extension MovieAssembler {
    private func position(of id: Track.ID) throws(PackagingError) -> Int {
        guard let index = positions[id] else {
            throw PackagingError(.invalidState, "a sample arrived before its track was added")
        }
        return index
    }

    private mutating func endTrack(_ index: Int) {
        let before = tracks[index].pendingBytes
        tracks[index].end()
        pendingBytes += tracks[index].pendingBytes - before
        if !tracks[index].hasBegun { waitingTrackCount -= 1 }
    }

    /// Fragments are numbered from the first session, or from the first sample of any track.
    private mutating func beginGrid(with sample: Sample) {
        hasFragmentGrid = true
        guard settings.isFragmented, sample.timescale > 0 else { return }
        let start = sessions.sessions.first?.start ?? sample.decodeTime
        for index in tracks.indices { tracks[index].beginFragments(at: start) }
    }

    private func validateLimits() throws(PackagingError) {
        guard !isFinished else { throw PackagingError(.invalidState, "a sample arrived after the end of the movie") }
        guard tableBytes < settings.limits.tableBytes else {
            throw PackagingError(
                .limitReached,
                "the sample tables of the movie have reached the limit of \(settings.limits.tableBytes) bytes; "
                    + "write shorter movies")
        }
    }
}
