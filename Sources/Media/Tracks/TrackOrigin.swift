/// The place of a track in the input that it was read from, for messages and for requests of tracks.
package struct TrackOrigin: Sendable, Hashable, Codable {
    /// The track by the container's own number, such as `track 3` or `PID 257`.
    package var track: String
    /// The input, such as the path of a file.
    package var input: String
    /// The elements of the selection that name the track by its number or language, such as `3` or `audio:de`.
    package var requests: [String]
    /// Whether the input is another programme without tracks of this kind, so that they must not be left out silently.
    package var isEssential = false

    package init(_ track: String, of input: String, requests: [String] = []) {
        (self.track, self.input, self.requests) = (track, input, requests)
    }
}
