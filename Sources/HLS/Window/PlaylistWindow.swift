package import Media

/// The sliding window of a rendition's media and I-frame playlists: the listed segments and their numbers.
///
/// A value without side effects: each append returns the removed segments.
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

    /// The effects of appending a segment.
    package struct Change: Sendable, Hashable {
        /// The removed segments, oldest first.
        package var removals: [ListedSegment] = []
        /// The target duration, if the segment exceeds it; the tag does not change.
        package var exceededTarget: TargetDuration?
    }

    package let kind: Kind
    /// The target duration declared at the start; nil without one, which only VOD allows.
    package let promisedTarget: TargetDuration?
    /// The segments listed now, oldest first.
    package private(set) var segments: [ListedSegment] = []
    /// The numbers of the first listed segment.
    package private(set) var numbers = SequenceNumbers()
    /// The numbers of the first listed I-frame.
    package private(set) var iFrameNumbers = SequenceNumbers()
    /// The total duration of the listed segments.
    package private(set) var duration = MediaTime.zero
    /// The duration of the longest segment so far.
    package private(set) var longestDuration = MediaTime.zero
    /// Whether a segment can have parts.
    private var hasParts = false

    /// Creates an empty playlist that declares `target`; required for live and event playlists.
    package init(_ kind: Kind, target: TargetDuration? = nil) {
        precondition(kind == .vod || target != nil, "live and event playlists require a target duration")
        self.kind = kind
        promisedTarget = target
    }

    /// Restores the window of an earlier run.
    package init(
        _ kind: Kind, target: TargetDuration, segments: [ListedSegment], numbers: SequenceNumbers,
        iFrameNumbers: SequenceNumbers
    ) {
        self.init(kind, target: target)
        self.segments = segments
        self.numbers = numbers
        self.iFrameNumbers = iFrameNumbers
        duration = segments.reduce(.zero) { $0 + $1.entry.duration }
        longestDuration = segments.map(\.entry.duration).max() ?? .zero
        hasParts = segments.contains { !$0.entry.parts.isEmpty }
        if case .live = kind { notePublished() }
    }

    /// The number of listed segments.
    package var count: Int { segments.count }
    /// The number of the segment that is appended next.
    package var nextMediaSequence: Int { numbers.media + segments.count }
    /// Whether any listed segment has I-frames.
    package var hasIFrames: Bool { segments.contains { !$0.iFrames.isEmpty } }

    /// The current target duration: as declared, or large enough for the longest segment.
    package var target: TargetDuration { promisedTarget ?? TargetDuration(covering: longestDuration) }

    /// Appends a segment and removes the segments beyond the window.
    package mutating func append(_ segment: ListedSegment) -> Change {
        segments.append(segment)
        duration += segment.entry.duration
        longestDuration = max(longestDuration, segment.entry.duration)
        hasParts = hasParts || !segment.entry.parts.isEmpty
        var change = Change()
        if let promisedTarget, !promisedTarget.allows(segment.entry.duration) { change.exceededTarget = promisedTarget }
        if case .live(let length) = kind {
            change.removals = removeOldest { window, removed in
                switch length {
                case .count(let maximum): window.segments.count - removed > max(1, maximum)
                case .duration(let time): window.duration - window.segments[removed].entry.duration >= time
                }
            }
            notePublished()
        }
        return change
    }

    /// Records that the listed segments are published in a playlist with the remaining duration.
    private mutating func notePublished() {
        for index in segments.indices {
            segments[index].longestPlaylist = max(segments[index].longestPlaylist, duration)
        }
    }

    /// Removes the oldest segment early; returns nil if fewer than three target durations would remain, or if the kind
    /// of playlist does not permit removals.
    package mutating func expireOldest() -> ListedSegment? {
        guard case .live = kind else { return nil }
        return removeOldest { _, removed in removed == 0 }.first
    }

    /// Removes the parts that are more than three target durations from the end, where players do not start (RFC
    /// 8216bis 4.4.4.9).
    package mutating func expireParts() -> [PartialSegment] {
        guard hasParts else { return [] }
        var expired: [PartialSegment] = []
        var behind = MediaTime.zero
        for index in segments.indices.reversed() {
            let isFar = behind >= target.time * 3
            behind += segments[index].entry.duration
            guard isFar else { continue }
            // The parts of earlier segments have already been removed.
            if segments[index].entry.parts.isEmpty { break }
            expired = segments[index].entry.parts + expired
            segments[index].entry.parts = []
        }
        return expired
    }

    /// Sets the numbers of the first entry; the playlist must be empty.
    package mutating func begin(at numbers: SequenceNumbers) {
        precondition(segments.isEmpty, "sequence numbers can be set in an empty playlist only")
        self.numbers = numbers
        // I-frames have used numbers of their own if the rendition was there before.
        iFrameNumbers.media = max(iFrameNumbers.media, numbers.media)
        iFrameNumbers.discontinuity = max(iFrameNumbers.discontinuity, numbers.discontinuity)
    }

    /// Skips sequence numbers that may have been used; the playlist must be empty.
    package mutating func skip(_ count: Int) {
        precondition(segments.isEmpty, "sequence numbers can be skipped in an empty playlist only")
        numbers.media += count
    }

    /// Removes the oldest segments while `isTooLong`, which receives the number of removed segments.
    private mutating func removeOldest(while isTooLong: (PlaylistWindow, Int) -> Bool) -> [ListedSegment] {
        let minimumDuration = target.time * 3
        var removed = 0
        while removed < segments.count, isTooLong(self, removed),
            duration - segments[removed].entry.duration >= minimumDuration
        {
            duration -= segments[removed].entry.duration
            numbers.advance(past: segments[removed].entry)
            for frame in segments[removed].iFrames { iFrameNumbers.advance(past: frame) }
            removed += 1
        }
        let removals = Array(segments.prefix(removed))
        segments.removeFirst(removed)
        return removals
    }

    /// Returns the current playlist.
    ///
    /// `sharedTarget` is a target duration common to several renditions; used if none was declared.
    package func playlist(
        ended: Bool, sharedTarget: TargetDuration? = nil, hasIndependentSegments: Bool = false
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist(targetDuration: (promisedTarget ?? sharedTarget ?? target).seconds)
        playlist.mediaSequence = numbers.media
        playlist.hasIndependentSegments = hasIndependentSegments
        playlist.hasEndList = ended
        playlist.segments = segments.map(\.entry)
        switch kind {
        case .vod: playlist.type = .vod
        case .event: playlist.type = .event
        case .live: break
        }
        // Always written while segments are appended, since a discontinuity may occur at any time.
        if kind != .vod { playlist.discontinuitySequence = numbers.discontinuity }
        return playlist
    }

    /// Returns the I-frame playlist, with the target duration, type and end tag of the media playlist `main`.
    package func iFramePlaylist(matching main: MediaPlaylist) -> MediaPlaylist {
        var playlist = main
        playlist.isIFramesOnly = true
        // I-frame playlists contain neither parts nor tags about them (RFC 8216bis 4.4.4.9).
        (playlist.partTarget, playlist.upcoming) = (nil, nil)
        // Redundant, since every I-frame is independent.
        playlist.hasIndependentSegments = false
        playlist.mediaSequence = iFrameNumbers.media
        playlist.discontinuitySequence = main.discontinuitySequence.map { _ in iFrameNumbers.discontinuity }
        playlist.segments = segments.flatMap(\.iFrames)
        return playlist
    }
}
