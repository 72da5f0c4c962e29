/// How two numbers are compared.
public enum VariantComparison: Sendable, Hashable {
    case lessThan
    case lessThanOrEqualTo
    case greaterThan
    case greaterThanOrEqualTo
    case equalTo
    case notEqualTo

    func isSatisfied(_ left: Double, _ right: Double) -> Bool {
        switch self {
        case .lessThan: left < right
        case .lessThanOrEqualTo: left <= right
        case .greaterThan: left > right
        case .greaterThanOrEqualTo: left >= right
        case .equalTo: left == right
        case .notEqualTo: left != right
        }
    }

    var sign: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "=="
        case .notEqualTo: "!="
        }
    }
}

// What a format cannot easily say: these ask about one option of the sound. Without an option they ask about the one
// that plays when nothing was chosen. A variant that does not offer the option, or says nothing of it, does not meet them.
extension AssetVariantQualifier {
    /// Whether an option has more, fewer or exactly so many channels.
    public static func predicate(
        forChannelCount count: Int, mediaSelectionOption option: MediaSelectionOption? = nil,
        operatorType comparison: VariantComparison
    ) -> VariantPredicate {
        rendition("channelCount \(comparison.sign) \(count)", option) { attributes in
            attributes.channelCount.map { comparison.isSatisfied(Double($0), Double(count)) } ?? false
        }
    }

    /// Whether an option has more, fewer or exactly so many samples a second.
    public static func predicate(
        forAudioSampleRate rate: Double, mediaSelectionOption option: MediaSelectionOption? = nil,
        operatorType comparison: VariantComparison
    ) -> VariantPredicate {
        rendition("sampleRate \(comparison.sign) \(rate)", option) { attributes in
            attributes.sampleRate.map { comparison.isSatisfied(Double($0), rate) } ?? false
        }
    }

    /// Whether an option is mixed for headphones, or is not.
    public static func predicate(
        forBinauralAudio isBinaural: Bool, mediaSelectionOption option: MediaSelectionOption? = nil
    ) -> VariantPredicate {
        rendition("isBinaural == \(isBinaural ? "YES" : "NO")", option) { $0.isBinaural == isBinaural }
    }

    /// Whether an option is meant to be heard all round, or is not.
    public static func predicate(
        forImmersiveAudio isImmersive: Bool, mediaSelectionOption option: MediaSelectionOption? = nil
    ) -> VariantPredicate {
        rendition("isImmersive == \(isImmersive ? "YES" : "NO")", option) { $0.isImmersive == isImmersive }
    }

    /// Whether an option is mixed down from more channels, or is not.
    public static func predicate(
        forDownmixAudio isDownmix: Bool, mediaSelectionOption option: MediaSelectionOption? = nil
    ) -> VariantPredicate {
        rendition("isDownmix == \(isDownmix ? "YES" : "NO")", option) { $0.isDownmix == isDownmix }
    }

    /// Whether pictures are wider, narrower or exactly so wide, in square pixels.
    public static func predicate(
        forPresentationWidth width: Double, operatorType comparison: VariantComparison
    ) -> VariantPredicate {
        VariantPredicate(name: "videoAttributes.presentationSize.width \(comparison.sign) \(width)") { variant in
            variant.videoAttributes?.presentationSize.map { comparison.isSatisfied(Double($0.width), width) } ?? false
        }
    }

    /// Whether pictures are higher, lower or exactly so high, in square pixels.
    public static func predicate(
        forPresentationHeight height: Double, operatorType comparison: VariantComparison
    ) -> VariantPredicate {
        VariantPredicate(name: "videoAttributes.presentationSize.height \(comparison.sign) \(height)") { variant in
            variant.videoAttributes?.presentationSize.map { comparison.isSatisfied(Double($0.height), height) } ?? false
        }
    }

    private static func rendition(
        _ name: String, _ option: MediaSelectionOption?,
        _ isMet: @escaping @Sendable (AssetVariant.RenditionSpecificAttributes) -> Bool
    ) -> VariantPredicate {
        VariantPredicate(name: "\(option?.displayName ?? "the default audio").\(name)") { variant in
            guard let audio = variant.audioAttributes else { return false }
            let attributes =
                option.map { audio.renditionSpecificAttributes(for: $0) } ?? audio.defaultRenditionSpecificAttributes
            return attributes.map(isMet) ?? false
        }
    }
}
