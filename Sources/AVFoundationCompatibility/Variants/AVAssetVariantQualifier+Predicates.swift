import AssetDownloading
public import Foundation

// Predicates that a format string cannot express: they examine the audio of one option. Without an option they examine
// the default audio. A variant that does not offer the option, or does not declare the property, does not match.
extension AVAssetVariantQualifier {
    /// The comparison of a property with a value, with the case names of `NSComparisonPredicate.Operator`.
    public enum ComparisonOperator: String, Codable, Hashable, Sendable {
        case lessThan = "<"
        case lessThanOrEqualTo = "<="
        case greaterThan = ">"
        case greaterThanOrEqualTo = ">="
        case equalTo = "=="
        case notEqualTo = "!="

        var comparison: VariantComparison {
            switch self {
            case .lessThan: .lessThan
            case .lessThanOrEqualTo: .lessThanOrEqualTo
            case .greaterThan: .greaterThan
            case .greaterThanOrEqualTo: .greaterThanOrEqualTo
            case .equalTo: .equalTo
            case .notEqualTo: .notEqualTo
            }
        }
    }

    /// Returns a predicate for the number of channels of an option's audio.
    public static func predicate(
        forChannelCount channelCount: Int, mediaSelectionOption: AVMediaSelectionOption?,
        operatorType: ComparisonOperator
    ) -> NSPredicate { predicate(.channelCount(channelCount, operatorType), mediaSelectionOption) }

    /// Returns a predicate for the sample rate of an option's audio, in hertz.
    public static func predicate(
        forAudioSampleRate sampleRate: Double, mediaSelectionOption: AVMediaSelectionOption?,
        operatorType: ComparisonOperator
    ) -> NSPredicate { predicate(.sampleRate(sampleRate, operatorType), mediaSelectionOption) }

    /// Returns a predicate for whether an option's audio is mixed for headphones.
    public static func predicate(
        forBinauralAudio isBinauralAudio: Bool, mediaSelectionOption: AVMediaSelectionOption?
    ) -> NSPredicate { predicate(.binaural(isBinauralAudio), mediaSelectionOption) }

    /// Returns a predicate for whether an option's audio is immersive.
    public static func predicate(
        forImmersiveAudio isImmersiveAudio: Bool, mediaSelectionOption: AVMediaSelectionOption?
    ) -> NSPredicate { predicate(.immersive(isImmersiveAudio), mediaSelectionOption) }

    /// Returns a predicate for whether an option's audio is a downmix.
    public static func predicate(
        forDownmixAudio isDownmixAudio: Bool, mediaSelectionOption: AVMediaSelectionOption?
    ) -> NSPredicate { predicate(.downmix(isDownmixAudio), mediaSelectionOption) }

    /// Returns a predicate for the display width in square pixels.
    public static func predicate(
        forPresentationWidth width: CGFloat, operatorType: ComparisonOperator
    ) -> NSPredicate {
        NSPredicate(
            format: "videoAttributes.presentationSize.width \(operatorType.rawValue) %@", argumentArray: [Double(width)]
        )
    }

    /// Returns a predicate for the display height in square pixels.
    public static func predicate(
        forPresentationHeight height: CGFloat, operatorType: ComparisonOperator
    ) -> NSPredicate {
        NSPredicate(
            format: "videoAttributes.presentationSize.height \(operatorType.rawValue) %@",
            argumentArray: [Double(height)])
    }

    private static func predicate(
        _ test: RenditionCondition.Test, _ option: AVMediaSelectionOption?
    ) -> NSPredicate {
        NSPredicate(VariantCondition.rendition(RenditionCondition(test: test, option: option?.option)))
    }
}

// For programs that name Foundation's type, which is deprecated on Linux, instead of writing `.greaterThan`.
@available(*, deprecated, message: "write the operator without its type, such as .greaterThan")
extension AVAssetVariantQualifier {
    /// Returns a predicate for the number of channels of an option's audio.
    @_disfavoredOverload
    public static func predicate(
        forChannelCount channelCount: Int, mediaSelectionOption: AVMediaSelectionOption?,
        operatorType: NSComparisonPredicate.Operator
    ) -> NSPredicate {
        predicate(
            ComparisonOperator(operatorType).map { .channelCount(channelCount, $0) }, operatorType,
            mediaSelectionOption)
    }

    /// Returns a predicate for the sample rate of an option's audio, in hertz.
    @_disfavoredOverload
    public static func predicate(
        forAudioSampleRate sampleRate: Double, mediaSelectionOption: AVMediaSelectionOption?,
        operatorType: NSComparisonPredicate.Operator
    ) -> NSPredicate {
        predicate(
            ComparisonOperator(operatorType).map { .sampleRate(sampleRate, $0) }, operatorType, mediaSelectionOption)
    }

    private static func predicate(
        _ test: RenditionCondition.Test?, _ operatorType: NSComparisonPredicate.Operator,
        _ option: AVMediaSelectionOption?
    ) -> NSPredicate {
        guard let test else {
            return NSPredicate(VariantCondition.malformed("the operator \(operatorType) does not compare numbers"))
        }
        return predicate(test, option)
    }
}

@available(*, deprecated)
extension AVAssetVariantQualifier.ComparisonOperator {
    fileprivate init?(_ type: NSComparisonPredicate.Operator) {
        switch type {
        case .lessThan: self = .lessThan
        case .lessThanOrEqualTo: self = .lessThanOrEqualTo
        case .greaterThan: self = .greaterThan
        case .greaterThanOrEqualTo: self = .greaterThanOrEqualTo
        case .equalTo: self = .equalTo
        case .notEqualTo: self = .notEqualTo
        default: return nil
        }
    }
}
