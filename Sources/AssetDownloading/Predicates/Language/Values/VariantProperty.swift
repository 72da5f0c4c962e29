import Foundation
import HLS
import Media

/// A property of variants for use in predicates.
struct VariantProperty: Sendable {
    let path: String
    let type: ValueType
    let value: @Sendable (AssetVariant) -> PredicateValue

    /// Returns the property with a key path.
    static func named(_ path: String) -> VariantProperty? { all.first { $0.path == path } }

    private init(_ path: String, _ type: ValueType, _ value: @escaping @Sendable (AssetVariant) -> PredicateValue) {
        self.path = path
        self.type = type
        self.value = value
    }

    static let all: [VariantProperty] = variant + video + audio + selections

    private static let variant: [VariantProperty] = [
        VariantProperty("peakBitRate", .number) { .number($0.peakBitRate) },
        VariantProperty("averageBitRate", .number) { .number($0.averageBitRate) },
        VariantProperty("score", .number) { .number($0.score) },
        VariantProperty("url", .text) { .text($0.url?.absoluteString) },
        VariantProperty("badges", .list(.text)) { .list($0.badges.map { .text($0.rawValue) }) },
        VariantProperty("videoAttributes", .truth) { $0.videoAttributes == nil ? .null : .truth(true) },
        VariantProperty("audioAttributes", .truth) { $0.audioAttributes == nil ? .null : .truth(true) },
    ]

    private static let video: [VariantProperty] = [
        VariantProperty("videoAttributes.videoRange", .range) { .text($0.videoAttributes?.videoRange.rawValue) },
        VariantProperty("videoAttributes.codecTypes", .list(.code)) { variant in
            .list(variant.videoAttributes?.codecTypes.map { .code($0) } ?? [])
        },
        VariantProperty("videoAttributes.presentationSize.width", .number) { variant in
            .number(variant.videoAttributes?.presentationSize.map { Double($0.width) })
        },
        VariantProperty("videoAttributes.presentationSize.height", .number) { variant in
            .number(variant.videoAttributes?.presentationSize.map { Double($0.height) })
        },
        VariantProperty("videoAttributes.nominalFrameRate", .number) {
            .number($0.videoAttributes?.nominalFrameRate)
        },
        VariantProperty("videoAttributes.videoLayouts", .list(.text)) { variant in
            .list(variant.videoAttributes?.videoLayouts.map { .text($0.description) } ?? [])
        },
    ]

    private static let audio: [VariantProperty] = [
        VariantProperty("audioAttributes.formatIDs", .list(.code)) { variant in
            .list(variant.audioAttributes?.formatIDs.map(\.predicateValue) ?? [])
        },
        rendition("name", .text) { .text($0.name) },
        rendition("language", .text) { .text($0.language) },
        rendition("channelCount", .number) { .number($0.channelCount.map(Double.init)) },
        rendition("sampleRate", .number) { .number($0.sampleRate.map(Double.init)) },
        rendition("bitDepth", .number) { .number($0.bitDepth.map(Double.init)) },
        rendition("isBinaural", .truth) { .truth($0.isBinaural) },
        rendition("isImmersive", .truth) { .truth($0.isImmersive) },
        rendition("isDownmix", .truth) { .truth($0.isDownmix) },
    ]

    private static let selections: [VariantProperty] = [
        VariantProperty("subtitles.language", .list(.text)) { variant in
            .list(variant.renditions.filter { $0.kind == .subtitles }.map { .text($0.language) })
        },
        VariantProperty("closedCaptions.language", .list(.text)) { variant in
            .list(variant.renditions.filter { $0.kind == .closedCaptions }.map { .text($0.language) })
        },
    ]

    private static func rendition(
        _ name: String, _ type: ValueType,
        _ value: @escaping @Sendable (AssetVariant.RenditionSpecificAttributes) -> PredicateValue
    ) -> VariantProperty {
        VariantProperty("audioAttributes.renditions.\(name)", .list(type)) { variant in
            .list(variant.audioAttributes?.renditionSpecificAttributes.map(value) ?? [])
        }
    }
}

extension PredicateValue {
    fileprivate static func number(_ value: Double?) -> PredicateValue { value.map { .number($0) } ?? .null }
    fileprivate static func text(_ value: String?) -> PredicateValue { value.map { .text($0) } ?? .null }
}
