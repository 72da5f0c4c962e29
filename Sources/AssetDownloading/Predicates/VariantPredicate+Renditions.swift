// Predicates that a format cannot easily express: they examine one audio option. Without an option they examine the
// default audio. A variant that does not offer the option, or does not declare the property, does not match.
extension AssetVariantQualifier {
    /// Compares the number of channels of an option.
    public static func predicate(
        forChannelCount count: Int, mediaSelectionOption option: MediaSelectionOption? = nil,
        operatorType comparison: VariantComparison
    ) -> VariantPredicate {
        rendition("channelCount \(comparison.sign) \(count)", option) { attributes in
            attributes.channelCount.map { comparison.isSatisfied(Double($0), Double(count)) } ?? false
        }
    }

    /// Compares the sample rate of an option in hertz.
    public static func predicate(
        forAudioSampleRate rate: Double, mediaSelectionOption option: MediaSelectionOption? = nil,
        operatorType comparison: VariantComparison
    ) -> VariantPredicate {
        rendition("sampleRate \(comparison.sign) \(rate)", option) { attributes in
            attributes.sampleRate.map { comparison.isSatisfied(Double($0), rate) } ?? false
        }
    }

    /// Whether an option is, or is not, mixed for headphones.
    public static func predicate(
        forBinauralAudio isBinaural: Bool, mediaSelectionOption option: MediaSelectionOption? = nil
    ) -> VariantPredicate {
        rendition("isBinaural == \(isBinaural ? "YES" : "NO")", option) { $0.isBinaural == isBinaural }
    }

    /// Whether an option is, or is not, immersive audio.
    public static func predicate(
        forImmersiveAudio isImmersive: Bool, mediaSelectionOption option: MediaSelectionOption? = nil
    ) -> VariantPredicate {
        rendition("isImmersive == \(isImmersive ? "YES" : "NO")", option) { $0.isImmersive == isImmersive }
    }

    /// Whether an option is, or is not, a downmix.
    public static func predicate(
        forDownmixAudio isDownmix: Bool, mediaSelectionOption option: MediaSelectionOption? = nil
    ) -> VariantPredicate {
        rendition("isDownmix == \(isDownmix ? "YES" : "NO")", option) { $0.isDownmix == isDownmix }
    }

    /// Compares the display width in square pixels.
    public static func predicate(
        forPresentationWidth width: Double, operatorType comparison: VariantComparison
    ) -> VariantPredicate {
        VariantPredicate(name: "videoAttributes.presentationSize.width \(comparison.sign) \(width)") { variant in
            variant.videoAttributes?.presentationSize.map { comparison.isSatisfied(Double($0.width), width) } ?? false
        }
    }

    /// Compares the display height in square pixels.
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
