import Media

/// The limits that bound the cost of opening a movie.
package struct PresentationLimits: Sendable {
    /// The maximum number of samples of all tracks: two days of 60 frames and 47 packets of audio per second.
    package var samples = 20_000_000
    /// The maximum number of media segments of all renditions.
    package var segments = 200_000
    /// The maximum size of playlists, initialization segments and subtitles, in bytes.
    package var storedBytes = 64 << 20
    /// The maximum size of the media of all segments, as a multiple of the size of the files, and a number of bytes more.
    package var repetitions = 4
    package var repeatedBytes = 1 << 20
    /// The maximum time for opening.
    package var time = Duration.seconds(60)

    package init() {}
}
