import SystemFiles
package import ISOMedia
public import Media

/// A movie file whose tracks can be inspected and read: `AVAsset` without the prefix.
///
/// Supports MP4, QuickTime and fragmented MP4 files. The file is memory-mapped; media data is neither loaded nor
/// copied.
public final class Asset: Sendable {
    /// The URL of the movie file.
    public let url: FileURL
    /// The video, audio and text tracks in file order. Other tracks are omitted.
    public let tracks: [AssetTrack]
    let source: AssetSource

    /// Opens the movie at `url` and parses its structure. Throws when it cannot be read or is no movie.
    public init(url: FileURL) throws(AssetReaderError) {
        let source = try AssetSource(url)
        self.url = url
        self.source = source
        tracks = source.movie.tracks.compactMap { track in
            track.mediaType.map { AssetTrack(source: source, track: track, mediaType: $0) }
        }
    }

    /// The end of the longest track on the presentation timeline.
    public var duration: MediaTime { tracks.map(\.timeRange.end).max() ?? source.movie.duration ?? .zero }

    /// The tracks of one media type.
    public func tracks(withMediaType mediaType: MediaType) -> [AssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// Returns the tracks of one media type. For compatibility with AVFoundation: the tracks are already loaded.
    public func loadTracks(withMediaType mediaType: MediaType) async throws(AssetReaderError) -> [AssetTrack] {
        tracks(withMediaType: mediaType)
    }

    /// Returns the track with this `track_ID`; nil when there is none.
    public func track(withTrackID trackID: Int32) -> AssetTrack? { tracks.first { $0.trackID == trackID } }

    /// Whether the file is fragmented: its media may be in movie fragments.
    public var containsFragments: Bool { source.movie.isFragmented }

    /// The metadata of the movie, as stored.
    package var storedMetadata: [StoredMetadata] { source.movie.metadata }
}
