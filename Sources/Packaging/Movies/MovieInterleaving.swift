import ISOMedia
import Media

// Orders chunks and fragments by time and limits the wait for slow tracks.
extension MovieAssembler {
    /// Writes all media that are complete after a change of one track.
    mutating func advance(after index: Int) throws(PackagingError) {
        if let end = tracks[index].media.map({ tracks[index].time($0.decodeEnd) }) {
            furthest = max(furthest ?? end, end)
        }
        let isFull = pendingBytes > settings.limits.pendingBytes
        let isTooFarApart = isTooFarApart()
        if !file.hasStarted {
            guard waitingTrackCount == 0 || isFull || isTooFarApart, tracks.contains(where: \.hasBegun) else { return }
            try start()
        }
        if !isBlocked(after: index) {
            if settings.isFragmented {
                while let fragment = nextFragment() { try write(fragment: fragment) }
            } else {
                while let track = nextTrack() { write(runOf: track) }
            }
        }
        if pendingBytes > settings.limits.pendingBytes || !settings.isFragmented && isTooFarApart { try writeAll() }
    }

    /// Returns whether all tracks still wait for the known blocker, which saves examining each of them.
    private func isBlocked(after index: Int) -> Bool {
        guard let blocker, blocker.track != index else { return false }
        guard settings.isFragmented else { return true }
        let oldest = tracks[index].firstRunFragment ?? blocker.fragment
        return oldest >= blocker.fragment && (tracks[index].fragment ?? 0) < blocker.fragment + 2
    }

    /// Returns the track whose oldest chunk is next in the file; nil while an earlier chunk may still arrive.
    private mutating func nextTrack() -> Int? {
        blocker = nil
        for index in tracks.indices where tracks[index].settings.isBeforeOthers {
            if !tracks[index].closed.isEmpty { return index }
            if !tracks[index].isEnded {
                blocker = (index, 0)
                return nil
            }
        }
        var earliest: (track: Int, start: MediaTime)?
        // By index, because a copy of a track retains its tables.
        for index in tracks.indices {
            guard let ticks = tracks[index].firstRunTicks else { continue }
            let start = tracks[index].time(ticks)
            if earliest.map({ start < $0.start }) ?? true { earliest = (index, start) }
        }
        guard let (index, start) = earliest else { return nil }
        if tracks[index].closed.isEmpty {
            blocker = (index, 0)
            return nil
        }
        let awaited = tracks.firstIndex { track in
            guard !track.isEnded, track.firstRunTicks == nil else { return false }
            return track.media.map { track.time($0.decodeEnd) < start } ?? !file.isLate(track)
        }
        blocker = awaited.map { ($0, 0) }
        return awaited == nil ? index : nil
    }

    /// Returns the next fragment, with its runs closed; nil while tracks may still have samples for it.
    private mutating func nextFragment() -> Int64? {
        blocker = nil
        guard let next = tracks.lazy.compactMap(\.firstRunFragment).min() else { return nil }
        // Wait at most one more interval for slow tracks.
        if tracks.lazy.compactMap(\.fragment).max() ?? next < next + 2 {
            let awaited = tracks.firstIndex { track in
                !track.isEnded && (track.fragment.map { $0 <= next } ?? !file.isLate(track))
            }
            blocker = awaited.map { ($0, next) }
            if awaited != nil { return nil }
        }
        for index in tracks.indices where tracks[index].open?.fragment == next { tracks[index].closeRun() }
        return next
    }

    /// Returns whether the waiting media span more than the limit; checked once per second of media.
    private mutating func isTooFarApart() -> Bool {
        guard let furthest, furthest >= nextDistanceCheck ?? furthest else { return false }
        nextDistanceCheck = furthest + .seconds(1)
        let oldest = tracks.compactMap { track in track.firstRunTicks.map { track.time($0) } }.min()
        return oldest.map { furthest - $0 > settings.limits.pendingDuration } ?? false
    }

    /// Writes all waiting media in the order of their times.
    mutating func writeAll() throws(PackagingError) {
        blocker = nil
        for index in tracks.indices { tracks[index].closeRun() }
        if settings.isFragmented {
            while let fragment = tracks.compactMap({ $0.closed.first?.fragment }).min() {
                try write(fragment: fragment)
            }
            return
        }
        let order = tracks.indices.flatMap { index in
            let rank = tracks[index].settings.isBeforeOthers ? 0 : 1
            return tracks[index].closed.map { (track: index, rank: rank, start: tracks[index].time($0.startTicks)) }
        }
        // Equal times keep the order of the tracks: the sort is stable.
        for item in order.sorted(by: { ($0.rank, $0.start) < ($1.rank, $1.start) }) { write(runOf: item.track) }
    }

    private mutating func write(runOf index: Int) {
        guard let run = removeFirstRun(index) else { return }
        if tracks[index].settings.sampleReferencePath != nil {
            for chunk in run.referencedChunks {
                record(chunk.entries, run.entry, of: index, at: UInt64(chunk.media?.offset ?? 0))
            }
        } else if let size = settings.referencedSize {
            for chunk in run.referencedChunks {
                guard let media = chunk.media, media.storage.file == nil else {
                    record(chunk.entries, run.entry, of: index, at: UInt64(chunk.media?.offset ?? 0))
                    continue
                }
                record(
                    chunk.entries, run.entry, of: index, at: UInt64(size) + file.append(ByteRope(media), alignedTo: 1))
            }
        } else {
            let alignment = tracks[index].settings.preferredMediaChunkAlignment
            record(run.entries, run.entry, of: index, at: file.append(run.media, alignedTo: alignment))
        }
    }

    private mutating func write(fragment: Int64) throws(PackagingError) {
        var runs: [(track: Int, run: MovieRun)] = []
        for index in tracks.indices where tracks[index].closed.first?.fragment == fragment {
            if let run = removeFirstRun(index) { runs.append((index, run)) }
        }
        for (index, run) in runs where tracks[index].fragmentOrigin == nil {
            tracks[index].fragmentOrigin = fragmentOrigin(of: tracks[index], run)
        }
        let parts = runs.map { (tracks[$0.track], $0.run) }
        let offsets = try file.append(fragmentOf: parts)
        for ((index, run), offset) in zip(runs, offsets) { record(run.entries, run.entry, of: index, at: offset) }
    }

    private mutating func removeFirstRun(_ index: Int) -> MovieRun? {
        let before = tracks[index].pendingBytes
        defer { pendingBytes += tracks[index].pendingBytes - before }
        return tracks[index].removeFirstRun()
    }

    private mutating func record(
        _ entries: [MovieFragment.SampleEntry], _ entry: Int, of index: Int, at offset: UInt64
    ) {
        let before = tracks[index].table.memory
        if let size = tracks[index].frames.flatMap({ UInt32(exactly: $0.frameSize) }) {
            tracks[index].table.append(chunkAt: offset, packets: entries, frameSize: size)
        } else {
            tracks[index].table.append(chunkAt: offset, entries, entry: UInt32(entry + 1))
        }
        tableBytes += tracks[index].table.memory - before
    }

    /// The time origin of a track is its first sample; for tracks that started late, the start of the movie.
    private func fragmentOrigin(of track: MovieTrackState, _ run: MovieRun) -> Int64 {
        guard file.isLate(track), let start = sessions.sessions.first?.start else { return run.startTicks }
        return min(start.ticks(at: track.track.timescale), run.startTicks)
    }
}
