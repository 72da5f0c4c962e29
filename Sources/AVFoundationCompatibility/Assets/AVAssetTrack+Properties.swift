public import Foundation

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// The formats of the samples.
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        property("formatDescriptions") { $0.formatDescriptions }
    }
    /// Whether the track is enabled in its header.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { property("isEnabled") { $0.isEnabled } }
    /// Whether the samples are in the asset's file.
    public static var isSelfContained: AVAsyncProperty<Root, Bool> {
        property("isSelfContained") { $0.isSelfContained }
    }
    /// Whether the samples can be read.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { property("isPlayable") { $0.isPlayable } }
    /// Whether the samples can be read.
    public static var isDecodable: AVAsyncProperty<Root, Bool> { property("isDecodable") { $0.isDecodable } }
    /// The total size of all samples in bytes.
    public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
        property("totalSampleDataLength") { $0.totalSampleDataLength }
    }
    /// The range of the presentation that contains the track.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { property("timeRange") { $0.timeRange } }
    /// The timescale of the track.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
        property("naturalTimeScale") { $0.naturalTimeScale }
    }
    /// Bits per second, measured over the whole track.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
        property("estimatedDataRate") { $0.estimatedDataRate }
    }
    /// The ISO 639-2/T code of the language; nil when undetermined.
    public static var languageCode: AVAsyncProperty<Root, String?> { property("languageCode") { $0.languageCode } }
    /// The language as a BCP 47 tag, if the file has one in addition to the code.
    public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
        property("extendedLanguageTag") { $0.extendedLanguageTag }
    }
    /// The size of video for display in square pixels, before the transform.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { property("naturalSize") { $0.naturalSize } }
    /// The rotation and flipping of video for display.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        property("preferredTransform") { $0.preferredTransform }
    }
    /// The playback volume; 1 is normal.
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        property("preferredVolume") { $0.preferredVolume }
    }
    /// Whether audio packets depend on preceding packets, as in xHE-AAC.
    public static var hasAudioSampleDependencies: AVAsyncProperty<Root, Bool> {
        property("hasAudioSampleDependencies") { $0.hasAudioSampleDependencies }
    }
    /// Frames or packets per second, measured over the whole track.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
        property("nominalFrameRate") { $0.nominalFrameRate }
    }
    /// The duration of the shortest frame; invalid without samples.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
        property("minFrameDuration") { $0.minFrameDuration }
    }
    /// Whether the presentation order differs from the decode order.
    public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
        property("requiresFrameReordering") { $0.requiresFrameReordering }
    }
    /// The metadata of the track.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { property("metadata") { $0.metadata } }
    /// The metadata with keys that all formats have.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        property("commonMetadata") { $0.commonMetadata }
    }
    /// The types of the associations with other tracks.
    public static var availableTrackAssociationTypes: AVAsyncProperty<Root, [AVAssetTrack.AssociationType]> {
        property("availableTrackAssociationTypes") { $0.availableTrackAssociationTypes }
    }

    // The header of a movie is read when its tracks are loaded, so that no property of a track can fail.
    private static func property<Value>(
        _ name: String, _ read: @escaping @Sendable (Root) -> Value
    ) -> AVAsyncProperty<Root, Value> {
        AVAsyncProperty(name, read: { read($0) }, status: { .loaded(read($0)) })
    }
}
