import HLS
import Media

/// A short label for a feature of a variant, such as 4K or Dolby Atmos.
public struct VariantBadge: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// At least 7680 pixels wide or 4320 high.
    public static let eightK = VariantBadge(rawValue: "8K")
    /// At least 3840 pixels wide or 2160 high.
    public static let fourK = VariantBadge(rawValue: "4K")
    /// At least 1280 pixels wide or 720 high.
    public static let hd = VariantBadge(rawValue: "HD")
    /// More than 48 frames per second.
    public static let highFrameRate = VariantBadge(rawValue: "high frame rate")
    /// PQ without dynamic metadata.
    public static let hdr10 = VariantBadge(rawValue: "HDR10")
    /// HDR10 with SMPTE ST 2094-40 dynamic metadata.
    public static let hdr10Plus = VariantBadge(rawValue: "HDR10+")
    public static let hlg = VariantBadge(rawValue: "HLG")
    public static let dolbyVision = VariantBadge(rawValue: "Dolby Vision")
    /// A view for each eye.
    public static let stereoscopic = VariantBadge(rawValue: "3D")
    /// Joint object coding in Dolby Digital Plus, or immersive audio in AC-4.
    public static let dolbyAtmos = VariantBadge(rawValue: "Dolby Atmos")
    /// Dolby Digital, Dolby Digital Plus or AC-4.
    public static let dolbyAudio = VariantBadge(rawValue: "Dolby Audio")
    /// At least six channels.
    public static let surround = VariantBadge(rawValue: "surround")
    /// Losslessly coded audio.
    public static let lossless = VariantBadge(rawValue: "lossless")
    /// Lossless with a sample rate above 48 kHz.
    public static let highResolutionLossless = VariantBadge(rawValue: "hi-res lossless")
    /// Audio for headphones.
    public static let binaural = VariantBadge(rawValue: "binaural")
    /// Immersive audio.
    public static let immersive = VariantBadge(rawValue: "immersive audio")
    /// Audio that describes the video.
    public static let audioDescription = VariantBadge(rawValue: "AD")
    /// Subtitles for deaf and hard-of-hearing viewers.
    public static let sdh = VariantBadge(rawValue: "SDH")
    /// Closed captions.
    public static let closedCaptions = VariantBadge(rawValue: "CC")
}

extension AssetVariant {
    /// The labels of the variant, video first.
    public var badges: [VariantBadge] { videoBadges + audioBadges + accessibilityBadges }

    private var videoBadges: [VariantBadge] {
        guard let video = videoAttributes else { return [] }
        var badges: [VariantBadge] = []
        if let size = video.presentationSize {
            // Portrait video is classified by its longer side.
            let (long, short) = (max(size.width, size.height), min(size.width, size.height))
            if long >= 7680 || short >= 4320 {
                badges.append(.eightK)
            } else if long >= 3840 || short >= 2160 {
                badges.append(.fourK)
            } else if long >= 1280 || short >= 720 {
                badges.append(.hd)
            }
        }
        if let rate = video.nominalFrameRate, rate > 48 { badges.append(.highFrameRate) }
        let codecs = declaration.codecs.map(CodecName.init)
        let supplemental = declaration.supplementalCodecs
        let hasDolbyVision =
            codecs.contains(where: \.isDolbyVision) || supplemental.contains { CodecName($0.codec).isDolbyVision }
        let hasOtherVideo = codecs.contains { $0.kind == .video && !$0.isDolbyVision }
        if hasDolbyVision { badges.append(.dolbyVision) }
        if supplemental.contains(where: { $0.brands.contains("cdm4") }) {
            badges.append(.hdr10Plus)
        } else if video.videoRange == .pq, hasOtherVideo || !hasDolbyVision {
            badges.append(.hdr10)
        } else if video.videoRange == .hlg {
            badges.append(.hlg)
        }
        if video.videoLayouts.contains(where: \.isStereo) { badges.append(.stereoscopic) }
        return badges
    }

    private var audioBadges: [VariantBadge] {
        guard let audio = audioAttributes else { return [] }
        let renditions = audio.renditionSpecificAttributes
        var badges: [VariantBadge] = []
        let isDolby = audio.formatIDs.contains { [.ac3, .enhancedAC3, .ac4].contains($0) }
        let isAtmos =
            renditions.contains { $0.spatialCodings.contains("JOC") }
            || audio.formatIDs.contains(.ac4) && renditions.contains(where: \.isImmersive)
        if isAtmos { badges.append(.dolbyAtmos) } else if isDolby { badges.append(.dolbyAudio) }
        if !isAtmos, renditions.contains(where: { ($0.channelCount ?? 0) >= 6 }) { badges.append(.surround) }
        if declaration.codecs.contains(where: { CodecName($0).isLosslessAudio }) {
            let isHighResolution = renditions.contains { ($0.sampleRate ?? 0) > 48000 }
            badges.append(isHighResolution ? .highResolutionLossless : .lossless)
        }
        if renditions.contains(where: \.isBinaural) { badges.append(.binaural) }
        if renditions.contains(where: \.isImmersive), !isAtmos { badges.append(.immersive) }
        return badges
    }

    private var accessibilityBadges: [VariantBadge] {
        var badges: [VariantBadge] = []
        func has(_ kind: AlternativeRendition.Kind, _ characteristic: String) -> Bool {
            renditions.contains { $0.kind == kind && $0.characteristics.contains(characteristic) }
        }
        if has(.audio, "public.accessibility.describes-video") { badges.append(.audioDescription) }
        if has(.subtitles, "public.accessibility.transcribes-spoken-dialog") { badges.append(.sdh) }
        if renditions.contains(where: { $0.kind == .closedCaptions }) { badges.append(.closedCaptions) }
        return badges
    }
}
