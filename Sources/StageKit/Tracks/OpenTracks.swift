package import Media

/// The tracks that were announced and have not ended, in the order of their announcements.
package struct OpenTracks: Sendable {
    @usableFromInline package private(set) var tracks: [Track] = []

    package init() {}

    package var isEmpty: Bool { tracks.isEmpty }
    package var ids: [Track.ID] { tracks.map(\.id) }

    @inlinable package func contains(_ id: Track.ID) -> Bool {
        // Filters call this for each payload; iterating over the elements would copy each track.
        for index in tracks.indices where tracks[index].id == id { return true }
        return false
    }

    /// Whether the track with this identity is open and contains audio.
    package func isAudio(_ id: Track.ID) -> Bool {
        for index in tracks.indices where tracks[index].id == id { return tracks[index].mediaType == .audio }
        return false
    }

    /// The track with this identity; nil if it is not open.
    package subscript(id: Track.ID) -> Track? { tracks.first { $0.id == id } }

    @inlinable package mutating func record<Content: Payload>(_ message: Message<Content>) {
        switch message {
        case .track(let track): open(track)
        case .end(let id): close(id)
        case .payload, .gap: break
        }
    }

    /// Adds a track, or replaces the open track with the same identity.
    package mutating func open(_ track: Track) {
        if let index = tracks.firstIndex(where: { $0.id == track.id }) {
            tracks[index] = track
        } else {
            tracks.append(track)
        }
    }

    package mutating func close(_ id: Track.ID) { tracks.removeAll { $0.id == id } }

    /// An announcement message for each open track.
    package func announcements<Content: Payload>() -> [Message<Content>] { tracks.map { .track($0) } }

    /// An end message for each open track.
    package func ends<Content: Payload>() -> [Message<Content>] { tracks.map { .end($0.id) } }

    /// The messages that turn these open tracks into `other`: ends of the tracks not in `other`, then announcements.
    package func transition<Content: Payload>(to other: OpenTracks) -> [Message<Content>] {
        tracks.filter { !other.contains($0.id) }.map { .end($0.id) } + other.announcements()
    }
}
