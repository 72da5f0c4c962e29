package import Media

/// The sliding window of a media playlist: the listed segments and their numbers.
///
/// A value without side effects: each append returns the removed segments and their retention times.
package struct PlaylistWindow: Sendable, Hashable {
    /// The changes that a playlist undergoes.
    package enum Kind: Sendable, Hashable {
        /// Written once, after all segments are known.
        case vod
        /// Segments are only appended.
        case event
        /// Segments are appended and removed; the window keeps this length, and at least three target durations.
        case live(Length)

        /// A live playlist with at most this number of segments, but at least three target durations.
        package static func live(maximumCount: Int) -> Kind { .live(.count(maximumCount)) }
    }

    /// The length of a sliding window.
    package enum Length: Sendable, Hashable {
        /// At most this number of segments.
        case count(Int)
        /// The smallest number of segments with at least this total duration.
        case duration(MediaTime)
    }

    /// A listed segment.
    package struct Entry: Sendable, Hashable {
        package var segment: MediaSegment
        /// The duration of the longest playlist that has listed it.
        package var longestPlaylist: MediaTime

        package init(segment: MediaSegment, longestPlaylist: MediaTime) {
            self.segment = segment
            self.longestPlaylist = longestPlaylist
        }
    }

    /// A segment that the playlist no longer lists.
    package struct Removal: Sendable, Hashable {
        package var segment: MediaSegment
        /// The time for which it must remain available: its duration plus that of the longest playlist that has listed
        /// it (RFC 8216bis 6.2.2).
        package var retention: MediaTime
    }

    /// The effects of appending a segment.
    package struct Change: Sendable, Hashable {
        /// The removed segments, oldest first.
        package var removals: [Removal] = []
        /// The target duration, if the segment exceeds it; the tag does not change.
        package var exceededTarget: TargetDuration?
    }

    package let kind: Kind
    /// The target duration declared at the start; nil without one, which only VOD allows.
    package let promisedTarget: TargetDuration?
    /// The segments listed now.
    package var segments: [MediaSegment] { entries.map(\.segment) }
    /// The media sequence number of the first listed segment.
    package private(set) var mediaSequence = 0
    /// The number of removed discontinuities.
    package private(set) var discontinuitySequence = 0
    /// The total duration of the listed segments.
    package private(set) var duration = MediaTime.zero
    /// The duration of the longest segment so far.
    package private(set) var longestDuration = MediaTime.zero
    /// The entries listed now, oldest first.
    package private(set) var entries: [Entry] = []

    /// Creates an empty playlist that declares `target`; required for live and event playlists.
    package init(_ kind: Kind, target: TargetDuration? = nil) {
        precondition(kind == .vod || target != nil, "live and event playlists require a target duration")
        self.kind = kind
        promisedTarget = target
    }

    /// Restores the window of an earlier run.
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

    /// The number of listed segments.
    package var count: Int { entries.count }

    /// The current target duration: as declared, or large enough for the longest segment.
    package var target: TargetDuration { promisedTarget ?? TargetDuration(covering: longestDuration) }

    /// Appends a segment and removes the segments beyond the window.
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
            // The listed segments are published in a playlist with the remaining duration.
            for index in entries.indices {
                entries[index].longestPlaylist = max(entries[index].longestPlaylist, duration)
            }
        }
        return change
    }

    /// Removes the oldest segment early; returns nil if fewer than three target durations would remain, or if the kind
    /// of playlist does not permit removals.
    package mutating func expireOldest() -> Removal? {
        guard case .live = kind else { return nil }
        return removeOldest { _, removed in removed == 0 }.first
    }

    /// Removes the parts that are more than three target durations from the end, where players do not start (RFC
    /// 8216bis 4.4.4.9).
    package mutating func expireParts() -> [PartialSegment] {
        var expired: [PartialSegment] = []
        var behind = MediaTime.zero
        for index in entries.indices.reversed() {
            let isFar = behind >= target.time * 3
            behind += entries[index].segment.duration
            guard isFar else { continue }
            // The parts of earlier segments have already been removed.
            if entries[index].segment.parts.isEmpty { break }
            expired = entries[index].segment.parts + expired
            entries[index].segment.parts = []
        }
        return expired
    }

    /// Removes all segments; later ones continue the numbering.
    package mutating func removeAll() -> [Removal] {
        defer { (entries, duration) = ([], .zero) }
        mediaSequence += entries.count
        discontinuitySequence += entries.count { $0.segment.isDiscontinuity }
        return entries.map(\.removal)
    }

    /// Skips sequence numbers that may have been used; the playlist must be empty.
    package mutating func skip(_ count: Int) {
        precondition(entries.isEmpty, "sequence numbers can be skipped in an empty playlist only")
        mediaSequence += count
    }

    /// Removes the oldest segments while `isTooLong`, which receives the number of removed segments.
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

    /// Returns the current playlist.
    ///
    /// `sharedTarget` is a target duration common to several renditions; used if none was declared.
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
        // Always written while segments are appended, since a discontinuity may occur at any time.
        if kind != .vod { playlist.discontinuitySequence = discontinuitySequence }
        return playlist
    }
}

extension PlaylistWindow.Entry {
    /// The removal of this entry.
    fileprivate var removal: PlaylistWindow.Removal {
        PlaylistWindow.Removal(segment: segment, retention: segment.duration + longestPlaylist)
    }
}
