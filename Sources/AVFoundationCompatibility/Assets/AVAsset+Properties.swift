import AssetWriting
import Foundation

extension AVPartialAsyncProperty where Root: AVAsset {
    /// The tracks in file order.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { property("tracks") { try $0.movieTracks() } }
    /// The end of the longest track.
    public static var duration: AVAsyncProperty<Root, CMTime> {
        property("duration") { CMTime(try $0.loader.asset().duration) }
    }
    /// The metadata in all formats.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        property("metadata") { try $0.metadataItems() }
    }
    /// The metadata with keys that all formats have.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        property("commonMetadata") { try $0.metadataItems().filter { $0.commonKey != nil } }
    }
    /// The formats of the metadata.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        property("availableMetadataFormats") { asset in
            try asset.metadataItems().reduce(into: []) { formats, item in
                if let format = item.format, !formats.contains(format) { formats.append(format) }
            }
        }
    }
    /// Whether the movie has a track that can be read.
    public static var isReadable: AVAsyncProperty<Root, Bool> {
        property("isReadable") { try $0.movieTracks().contains { $0.isReadable } }
    }
    /// Whether the movie has a track that can be read.
    public static var isPlayable: AVAsyncProperty<Root, Bool> {
        property("isPlayable") { try $0.movieTracks().contains { $0.isReadable } }
    }
    /// Whether a track is encrypted.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
        property("hasProtectedContent") { try $0.loader.asset().tracks.contains { $0.hasProtectedContent } }
    }
    /// Whether the movie may have media in fragments.
    public static var containsFragments: AVAsyncProperty<Root, Bool> {
        property("containsFragments") { try $0.loader.asset().containsFragments }
    }
    /// Whether the duration is exact, which it always is.
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        property("providesPreciseDurationAndTiming") { _ in true }
    }
    /// The playback volume, 1 for normal.
    public static var preferredVolume: AVAsyncProperty<Root, Float> { property("preferredVolume") { _ in 1 } }
    /// The playback rate, 1 for normal.
    public static var preferredRate: AVAsyncProperty<Root, Float> { property("preferredRate") { _ in 1 } }

    private static func property<Value>(
        _ name: String, _ read: @escaping @Sendable (Root) throws -> Value
    ) -> AVAsyncProperty<Root, Value> {
        AVAsyncProperty(name, read: { try read($0) }) { asset in
            switch asset.loader.current {
            case nil: return .notYetLoaded
            case .failure(let failure)?: return .failed(failure.error as NSError)
            case .success?:
                do { return .loaded(try read(asset)) } catch { return .failed(error as NSError) }
            }
        }
    }
}
