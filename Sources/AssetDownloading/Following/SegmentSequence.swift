package import HLS
import Media

/// The segments of a media playlist in order, while the playlist changes. A value without side effects.
package struct SegmentSequence: Sendable {
    /// A segment to read.
    package struct Entry: Sendable {
        package var segment: MediaSegment
        /// The media sequence number.
        package var sequence: Int
        /// The discontinuity sequence number, which increases with each change of the timeline.
        package var discontinuity: Int
        /// Whether segments before this one are listed as gaps, or were removed before they were read.
        package var isAfterGap: Bool
    }

    /// The number of target durations before the end of a live playlist at which reading starts (RFC 8216bis 6.3.3).
    private static let edgeDistance = 3

    /// The current state of the playlist.
    package private(set) var playlist: MediaPlaylist?
    /// The number of further target durations before the end at which reading starts.
    private let additionalDistance: Int
    /// The discontinuity sequence number of each segment.
    private var discontinuities: [Int] = []
    /// The media sequence number of the next segment; nil before the first state.
    private var next: Int?
    private var isAfterGap = false
    /// Added to discontinuity sequence numbers, because a new presentation of the server starts again.
    private var offset = 0
    private var lastDiscontinuity = 0

    /// Starts an ended playlist at its first segment, and a live one close to its end.
    package init(additionalDistance: Int = 0) { self.additionalDistance = additionalDistance }

    /// Whether no further segments follow.
    package var isEnded: Bool { playlist?.hasEndList == true && left == 0 }

    /// Whether the playlist may change.
    package var isLive: Bool { playlist?.hasEndList == false }

    /// The number of listed segments that have not been read.
    private var left: Int {
        guard let playlist, let next else { return 0 }
        return playlist.segments.count - min(max(0, next - playlist.mediaSequence), playlist.segments.count)
    }

    /// Adopts a state of the playlist. Returns whether it has new segments or the end.
    package mutating func update(_ state: MediaPlaylist) -> Bool {
        let end = state.mediaSequence + state.segments.count
        let formerEnd = playlist.map { $0.mediaSequence + $0.segments.count }
        playlist = state
        var number = state.discontinuitySequence ?? 0
        discontinuities = state.segments.map { segment in
            if segment.isDiscontinuity { number += 1 }
            return number
        }
        guard let next, let formerEnd else {
            self.next = start(of: state)
            return true
        }
        // Numbers decrease if the server starts a new presentation.
        if end < formerEnd {
            self.next = start(of: state)
            offset = lastDiscontinuity + 1 - (discontinuities.first ?? 0)
            isAfterGap = false
        } else if next < state.mediaSequence {
            self.next = state.mediaSequence
            isAfterGap = true
        }
        return end != formerEnd || state.hasEndList
    }

    private func start(of state: MediaPlaylist) -> Int {
        guard !state.hasEndList else { return state.mediaSequence }
        let distance = Double((Self.edgeDistance + additionalDistance) * max(1, state.targetDuration))
        var (index, duration) = (state.segments.count, 0.0)
        // Durations may be a little shorter than the target.
        while index > 0, duration < distance - 0.5 {
            index -= 1
            duration += state.segments[index].duration.seconds
        }
        return state.mediaSequence + index
    }

    /// Returns the next segment that exists; nil if the playlist lists none.
    package mutating func removeFirst() -> Entry? {
        while let playlist, let sequence = next, left > 0 {
            let index = sequence - playlist.mediaSequence
            next = sequence + 1
            lastDiscontinuity = discontinuities[index] + offset
            guard !playlist.segments[index].isGap else {
                isAfterGap = true
                continue
            }
            defer { isAfterGap = false }
            return Entry(
                segment: playlist.segments[index], sequence: sequence, discontinuity: lastDiscontinuity,
                isAfterGap: isAfterGap)
        }
        return nil
    }

    /// Records that the last segment does not exist.
    package mutating func skipMissing() { isAfterGap = true }
}
