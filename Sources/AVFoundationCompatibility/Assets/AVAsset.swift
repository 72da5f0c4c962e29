import AssetWriting
public import Foundation

/// A movie whose tracks can be inspected and read, or a presentation that can be downloaded.
///
/// Properties are loaded with `load(_:)`. A movie is an MP4 or QuickTime file on this machine; its media is
/// memory-mapped.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    // Safe because the stored properties are constants, and the loader has a lock.
    let location: URL
    let loader: AssetLoader

    /// The asset at a URL. The file is opened when a property is loaded.
    public init(url URL: URL) {
        location = URL
        loader = AssetLoader(URL)
        super.init()
    }

    /// The tracks of the opened movie, in file order.
    func movieTracks() throws -> [AVAssetTrack] {
        try loader.asset().tracks.map { AVAssetTrack($0, of: self) }
    }

    /// Returns the tracks of one media type.
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try movieTracks().filter { $0.mediaType == mediaType }
    }

    /// Calls a handler with the tracks of one media type.
    open func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        do {
            completionHandler(try movieTracks().filter { $0.mediaType == mediaType }, nil)
        } catch {
            completionHandler(nil, error)
        }
    }

    /// Returns the tracks with a characteristic.
    open func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) async throws
        -> [AVAssetTrack]
    {
        try movieTracks().filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// Returns the track with an identifier; nil if there is none.
    open func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try movieTracks().first { $0.trackID == trackID }
    }

    /// Returns the metadata of a format.
    open func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        try metadataItems().filter { $0.format == format }
    }

    func metadataItems() throws -> [AVMetadataItem] {
        try loader.asset().storedMetadata.map(AVMetadataItem.init)
    }
}

// As in earlier versions of AVFoundation: values that are loaded when they are used. A movie that cannot be read has no
// tracks and an invalid duration.
extension AVAsset {
    /// The tracks in file order; none if the movie cannot be read.
    public var tracks: [AVAssetTrack] { (try? movieTracks()) ?? [] }
    /// The end of the longest track; invalid if the movie cannot be read.
    public var duration: CMTime { (try? loader.asset()).map { CMTime($0.duration) } ?? .invalid }
    /// The metadata; none if the movie cannot be read.
    public var metadata: [AVMetadataItem] { (try? metadataItems()) ?? [] }
    /// The metadata with keys that all formats have.
    public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
    /// Whether the movie has a track that can be read.
    public var isReadable: Bool { tracks.contains { $0.isReadable } }
    /// Whether the movie may have media in fragments.
    public var containsFragments: Bool { (try? loader.asset().containsFragments) ?? false }
    /// Whether a track is encrypted.
    public var hasProtectedContent: Bool { tracks.contains { $0.track.hasProtectedContent } }

    /// Returns the tracks of one media type; none if the movie cannot be read.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// Returns the track with an identifier; nil if there is none.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }
}
