import Media

/// The identities of the tracks of a rendition, which continue when its format or its timeline changes.
package struct TrackIdentities {
    private var known: [MediaType: [Track.ID]] = [:]
    private var counts: [MediaType: Int] = [:]

    package init() {}

    /// Starts again with the first track of each media type.
    package mutating func begin() { counts = [:] }

    /// Returns the identity of the next track: that of the earlier track with the same media type and position.
    mutating func identity(of track: Track) -> Track.ID {
        let number = counts[track.mediaType, default: 0]
        counts[track.mediaType] = number + 1
        if let known = known[track.mediaType], number < known.count { return known[number] }
        known[track.mediaType, default: []].append(track.id)
        return track.id
    }
}
