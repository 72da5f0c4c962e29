import ISOMedia
public import Media

/// A movie file whose tracks can be looked at and read: `AVAsset` without the prefix.
///
/// MP4, QuickTime and fragmented MP4 files; the file is mapped, so that its media are neither loaded nor copied.
public final class Asset: Sendable {
    /// The file.
    public let url: FileURL
    /// In the order of the file; tracks that are neither video nor audio nor text are left out.
    public let tracks: [AssetTrack]
    let source: AssetSource

    /// Opens the movie at `url` and reads its structure.
    public init(url: FileURL) throws(AssetReaderError) {
        let source = try AssetSource(url)
        self.url = url
        self.source = source
        tracks = source.movie.tracks.compactMap { track in
            track.mediaType.map { AssetTrack(source: source, track: track, mediaType: $0) }
        }
    }

    /// How long the longest track is presented.
    public var duration: MediaTime { tracks.map(\.timeRange.end).max() ?? source.movie.duration ?? .zero }

    /// The tracks of one media type.
    public func tracks(withMediaType mediaType: MediaType) -> [AssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The same in the form that waits for loading; here everything is there from the beginning.
    public func loadTracks(withMediaType mediaType: MediaType) async throws(AssetReaderError) -> [AssetTrack] {
        tracks(withMediaType: mediaType)
    }

    /// The track with this `track_ID`.
    public func track(withTrackID trackID: Int32) -> AssetTrack? { tracks.first { $0.trackID == trackID } }

    /// Whether movie fragments hold media, or may.
    public var containsFragments: Bool { source.movie.isFragmented }
}

/// A mapped file and what its tables say.
struct AssetSource: Sendable {
    let url: FileURL
    let file: MappedFile
    let movie: ISOMedia.MovieFile

    init(_ url: FileURL) throws(AssetReaderError) {
        self.url = url
        do throws(MappedFile.Failure) {
            file = try MappedFile(path: url.path)
        } catch {
            throw AssetReaderError(.unreadableFile, "\(error)")
        }
        do throws(MovieFileError) {
            movie = try ISOMedia.MovieFile(reading: file.content)
        } catch {
            throw AssetReaderError(error, in: url.path)
        }
        if let later = movie.laterMovie { throw AssetReaderError(.unsupportedFormat, "'\(url.path)': \(later)") }
    }

    /// Throws when the file has become shorter: to read past its end would end the process.
    func checkLength() throws(AssetReaderError) {
        guard file.isWhole else {
            throw AssetReaderError(.truncatedFile, "'\(url)' became shorter while it was being read")
        }
    }
}
