import AssetDownloading

/// A condition for the audio of one option, which a format string cannot express.
struct RenditionCondition: Codable, Hashable, Sendable {
    /// The property and its value.
    enum Test: Codable, Hashable, Sendable {
        case channelCount(Int, AVAssetVariantQualifier.ComparisonOperator)
        case sampleRate(Double, AVAssetVariantQualifier.ComparisonOperator)
        case binaural(Bool)
        case immersive(Bool)
        case downmix(Bool)
    }

    let test: Test
    /// The option; nil for the default audio.
    let option: MediaSelectionOption?

    var predicate: VariantPredicate {
        switch test {
        case .channelCount(let count, let comparison):
            AssetVariantQualifier.predicate(
                forChannelCount: count, mediaSelectionOption: option, operatorType: comparison.comparison)
        case .sampleRate(let rate, let comparison):
            AssetVariantQualifier.predicate(
                forAudioSampleRate: rate, mediaSelectionOption: option, operatorType: comparison.comparison)
        case .binaural(let isBinaural):
            AssetVariantQualifier.predicate(forBinauralAudio: isBinaural, mediaSelectionOption: option)
        case .immersive(let isImmersive):
            AssetVariantQualifier.predicate(forImmersiveAudio: isImmersive, mediaSelectionOption: option)
        case .downmix(let isDownmix):
            AssetVariantQualifier.predicate(forDownmixAudio: isDownmix, mediaSelectionOption: option)
        }
    }
}
