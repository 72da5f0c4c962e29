import AssetWriting
public import Foundation
import Media

/// The identifier of a track in its movie; 0 for none.
public typealias CMPersistentTrackID = Int32
/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// One track of an asset.
public final class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, Sendable {
    let track: AssetTrack
    private let owner: AVAsset

    init(_ track: AssetTrack, of owner: AVAsset) {
        self.track = track
        self.owner = owner
        super.init()
    }

    /// The asset of the track.
    public var asset: AVAsset? { owner }
    /// The identifier of the track in its movie.
    public var trackID: CMPersistentTrackID { track.trackID }
    /// The type of media.
    public var mediaType: AVMediaType {
        switch track.handler {
        case "sbtl", "subt": .subtitle
        case "clcp": .closedCaption
        default: AVMediaType(track.mediaType)
        }
    }
    /// The formats of the samples, without unsupported ones.
    public var formatDescriptions: [CMFormatDescription] {
        track.formats.compactMap { $0.map { CMFormatDescription($0) } }
    }
    /// Whether the track is enabled in its header.
    public var isEnabled: Bool { track.isEnabled }
    /// Whether the samples are in the asset's file.
    public var isSelfContained: Bool { !track.hasExternalMedia }
    /// Whether the samples can be read: the format is supported, and they are in this file and not encrypted.
    public var isReadable: Bool { track.format != nil && isSelfContained && !track.hasProtectedContent }
    /// Whether the samples can be read.
    public var isPlayable: Bool { isReadable }
    /// Whether the samples can be read. A decoder may be missing.
    public var isDecodable: Bool { isReadable }
    /// The total size of all samples in bytes.
    public var totalSampleDataLength: Int64 { track.totalSampleDataLength }
    /// The range of the presentation that contains the track.
    public var timeRange: CMTimeRange { CMTimeRange(track.timeRange) }
    /// The timescale of the track.
    public var naturalTimeScale: CMTimeScale { track.naturalTimeScale }
    /// Bits per second, measured over the whole track.
    public var estimatedDataRate: Float { track.estimatedDataRate }
    /// The ISO 639-2/T code of the language; nil when undetermined.
    public var languageCode: String? { track.languageCode }
    /// The language as a BCP 47 tag, if the file has one in addition to the code.
    public var extendedLanguageTag: String? { track.extendedLanguageTag }
    /// The size of video for display in square pixels, before the transform; zero for other media.
    public var naturalSize: CGSize {
        CGSize(width: CGFloat(track.naturalSize.width), height: CGFloat(track.naturalSize.height))
    }
    /// The rotation and flipping of video for display.
    public var preferredTransform: CGAffineTransform { CGAffineTransform(track.preferredTransform) }
    /// The playback volume; 1 is normal.
    public var preferredVolume: Float { track.preferredVolume }
    /// Whether audio packets depend on preceding packets, as in xHE-AAC.
    public var hasAudioSampleDependencies: Bool { track.hasAudioSampleDependencies }
    /// Frames or packets per second, measured over the whole track.
    public var nominalFrameRate: Float { track.nominalFrameRate }
    /// The duration of the shortest frame; invalid without samples.
    public var minFrameDuration: CMTime { track.minFrameDuration.map { CMTime($0) } ?? .invalid }
    /// Whether the presentation order differs from the decode order.
    public var requiresFrameReordering: Bool { track.requiresFrameReordering }
    /// The metadata of the track.
    public var metadata: [AVMetadataItem] { track.storedMetadata.map(AVMetadataItem.init) }
    /// The metadata with keys that all formats have.
    public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

    /// Whether the media has a characteristic.
    public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        switch mediaCharacteristic {
        case .visual: mediaType == .video || mediaType == .subtitle || mediaType == .closedCaption
        case .audible: mediaType == .audio
        case .legible: mediaType == .subtitle || mediaType == .closedCaption || mediaType == .text
        case .frameBased: mediaType == .video
        case .usesWideGamutColorSpace: formatDescriptions.contains { $0.colour?.primaries == 9 }
        case .containsHDRVideo: formatDescriptions.contains { [16, 18].contains($0.colour?.transfer) }
        default: false
        }
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAssetTrack).map { $0.track.isSame(as: track) } ?? false
    }
    public override var hash: Int { Int(trackID) }
    public override var description: String {
        "<AVAssetTrack: trackID = \(trackID), mediaType = \(mediaType.rawValue)>"
    }
}

extension CMFormatDescription {
    /// The colour of video; nil when it is unknown.
    var colour: ColourDescription? {
        switch format {
        case .codedVideo(let video): video.colour
        case .rawVideo(let video): video.colour
        default: nil
        }
    }
}
