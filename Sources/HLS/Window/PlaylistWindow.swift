package import Media

/// The changing part of a media playlist: which segments it lists now, and how they are numbered.
///
/// A pure value: it is told of each segment and answers what left the list and when that may go away.
package struct PlaylistWindow: Sendable, Hashable {
    /// How a playlist changes over time.
    package enum Kind: Sendable, Hashable {
        /// Written once, when all segments are known.
        case vod
        /// Segments are only added.
        case event
        /// Segments are added and leave; so much stays, but never less than three target durations.
        case live(Length)

        /// Segments are added and leave; at most this many stay, but never less than three target durations.
        package static func live(maximumCount: Int) -> Kind { .live(.count(maximumCount)) }
    }

    /// How much a playlist lists whose segments come and go.
    package enum Length: Sendable, Hashable {
        /// At most so many segments.
        case count(Int)
        /// The segments that make at least so much time, and no more than that.
        case duration(MediaTime)
    }

    /// A segment that is listed.
    package struct Entry: Sendable, Hashable {
        package var segment: MediaSegment
        /// The duration of the longest playlist that listed it.
        package var longestPlaylist: MediaTime

        package init(segment: MediaSegment, longestPlaylist: MediaTime) {
            self.segment = segment
            self.longestPlaylist = longestPlaylist
        }
    }

    /// A segment that the playlist no longer lists.
    package struct Removal: Sendable, Hashable {
        package var segment: MediaSegment
        /// How long it has to stay available from now on: its duration and that of the longest playlist that listed
        /// it (RFC 8216bis 6.2.2).
        package var retention: MediaTime
    }

    /// What adding a segment did.
    package struct Change: Sendable, Hashable {
        /// Segments that left, oldest first.
        package var removals: [Removal] = []
        /// The promise that the segment breaks; the tag stays as it is.
        package var exceededTarget: TargetDuration?
    }

    package let kind: Kind
    /// The promise made when the playlist began; nil where none was made, which only VOD may do.
    package let promisedTarget: TargetDuration?
    /// The segments listed now.
    package var segments: [MediaSegment] { entries.map(\.segment) }
    /// The number of the first segment listed.
    package private(set) var mediaSequence = 0
    /// How many discontinuities have left.
    package private(set) var discontinuitySequence = 0
    /// The sum of the durations listed.
    package private(set) var duration = MediaTime.zero
    /// The longest duration ever listed.
    package private(set) var longestDuration = MediaTime.zero
    /// What is listed now, oldest first.
    package private(set) var entries: [Entry] = []

    /// An empty playlist of segments for which `target` is promised; live and event playlists need a promise.
    package init(_ kind: Kind, target: TargetDuration? = nil) {
        precondition(kind == .vod || target != nil, "a playlist that is published early promises a target duration")
        self.kind = kind
        promisedTarget = target
    }

    /// The playlist of an earlier run, as it stood at its end.
    package init(
        _ kind: Kind, target: TargetDuration, entries: [Entry], mediaSequence: Int, discontinuitySequence: Int
    ) {
        self.init(kind, target: target)
        self.entries = entries
        self.mediaSequence = mediaSequence
        self.discontinuitySequence = discontinuitySequence
        duration = entries.reduce(.zero) { $0 + $1.segment.duration }
        longestDuration = entries.map(\.segment.duration).max() ?? .zero
    }

    /// The number of segments listed.
    package var count: Int { entries.count }

    /// The target duration as it stands: the promise, or what covers the longest segment.
    package var target: TargetDuration { promisedTarget ?? TargetDuration(covering: longestDuration) }

    /// Adds a segment at the end and lets go of what the window no longer holds.
    package mutating func append(_ segment: MediaSegment) -> Change {
        entries.append(Entry(segment: segment, longestPlaylist: .zero))
        duration += segment.duration
        longestDuration = max(longestDuration, segment.duration)
        var change = Change()
        if let promisedTarget, !promisedTarget.allows(segment.duration) { change.exceededTarget = promisedTarget }
        if case .live(let length) = kind {
            change.removals = removeOldest { window, removed in
                switch length {
                case .count(let maximum): window.entries.count - removed > max(1, maximum)
                case .duration(let time): window.duration - window.entries[removed].segment.duration >= time
                }
            }
            // What is listed now is published with the duration that is left.
            for index in entries.indices {
                entries[index].longestPlaylist = max(entries[index].longestPlaylist, duration)
            }
        }
        return change
    }

    /// Lets go of the oldest segment before its time; nil where three target durations would no longer be listed, or
    /// where nothing may leave.
    package mutating func expireOldest() -> Removal? {
        guard case .live = kind else { return nil }
        return removeOldest { _, removed in removed == 0 }.first
    }

    /// Lets go of the parts that are more than three target durations from the end, where nobody begins to play
    /// (RFC 8216bis 4.4.4.9).
    package mutating func expireParts() -> [PartialSegment] {
        var expired: [PartialSegment] = []
        var behind = MediaTime.zero
        for index in entries.indices.reversed() {
            let isFar = behind >= target.time * 3
            behind += entries[index].segment.duration
            guard isFar else { continue }
            // Those before it let go of theirs when it was their turn.
            if entries[index].segment.parts.isEmpty { break }
            expired = entries[index].segment.parts + expired
            entries[index].segment.parts = []
        }
        return expired
    }

    /// Lets go of all segments, to go on with others under the next numbers.
    package mutating func removeAll() -> [Removal] {
        defer { (entries, duration) = ([], .zero) }
        mediaSequence += entries.count
        discontinuitySequence += entries.count { $0.segment.isDiscontinuity }
        return entries.map(\.removal)
    }

    /// Passes over numbers that may have been used; only an empty playlist can.
    package mutating func skip(_ count: Int) {
        precondition(entries.isEmpty, "numbers are passed over where nothing is listed")
        mediaSequence += count
    }

    /// Lets go of the oldest segments while `isTooLong`, which is told how many have been let go of.
    private mutating func removeOldest(while isTooLong: (PlaylistWindow, Int) -> Bool) -> [Removal] {
        let minimumDuration = target.time * 3
        var removed = 0
        var removals: [Removal] = []
        while removed < entries.count, isTooLong(self, removed),
            duration - entries[removed].segment.duration >= minimumDuration
        {
            let entry = entries[removed]
            duration -= entry.segment.duration
            if entry.segment.isDiscontinuity { discontinuitySequence += 1 }
            removals.append(entry.removal)
            removed += 1
        }
        entries.removeFirst(removed)
        mediaSequence += removed
        return removals
    }

    /// The playlist as it stands.
    ///
    /// A target duration may be given that several renditions share; it is used where no promise was made.
    package func playlist(
        ended: Bool, sharedTarget: TargetDuration? = nil, hasIndependentSegments: Bool = false
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist(targetDuration: (promisedTarget ?? sharedTarget ?? target).seconds)
        playlist.mediaSequence = mediaSequence
        playlist.hasIndependentSegments = hasIndependentSegments
        playlist.hasEndList = ended
        playlist.segments = segments
        switch kind {
        case .vod: playlist.type = .vod
        case .event: playlist.type = .event
        case .live: break
        }
        // Always there while segments come, since a discontinuity may come at any time.
        if kind != .vod { playlist.discontinuitySequence = discontinuitySequence }
        return playlist
    }
}

extension PlaylistWindow.Entry {
    /// What becomes of it when it leaves.
    fileprivate var removal: PlaylistWindow.Removal {
        PlaylistWindow.Removal(segment: segment, retention: segment.duration + longestPlaylist)
    }
}
