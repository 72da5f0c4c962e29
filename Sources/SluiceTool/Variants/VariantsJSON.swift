import AssetDownloading
import Foundation
import HLS
import Media

/// Encodes variants, renditions and the selected variant as JSON.
enum VariantsJSON {
    private struct Document: Encodable {
        var variants: [Entry]
        var mediaSelectionGroups: [Group]
        var chosen: Choice?
        var warnings: [String]
    }

    private struct Entry: Encodable {
        var url: String?
        var peakBitRate: Double?
        var averageBitRate: Double?
        var score: Double?
        var badges: [String]
        var videoAttributes: Video?
        var audioAttributes: Audio?

        init(_ variant: AssetVariant) {
            url = variant.url?.absoluteString
            peakBitRate = variant.peakBitRate
            averageBitRate = variant.averageBitRate
            score = variant.score
            badges = variant.badges.map(\.rawValue)
            videoAttributes = variant.videoAttributes.map(Video.init)
            audioAttributes = variant.audioAttributes.map(Audio.init)
        }
    }

    private struct Video: Encodable {
        struct Size: Encodable {
            var width: Int
            var height: Int
        }

        var videoRange: String
        var codecTypes: [String]
        var presentationSize: Size?
        var nominalFrameRate: Double?
        var videoLayouts: [String]

        init(_ video: AssetVariant.VideoAttributes) {
            videoRange = video.videoRange.rawValue
            codecTypes = video.codecTypes.map(\.description)
            presentationSize = video.presentationSize.map { Size(width: $0.width, height: $0.height) }
            nominalFrameRate = video.nominalFrameRate
            videoLayouts = video.videoLayouts.map(\.description)
        }
    }

    private struct Audio: Encodable {
        struct Rendition: Encodable {
            var name: String
            var language: String?
            var channelCount: Int?
            var spatialCodings: [String]
            var isBinaural: Bool
            var isImmersive: Bool
            var isDownmix: Bool
            var sampleRate: Int?
            var bitDepth: Int?
        }

        var formatIDs: [String]
        var renditions: [Rendition]

        init(_ audio: AssetVariant.AudioAttributes) {
            formatIDs = audio.formatIDs.map(\.description)
            renditions = audio.renditionSpecificAttributes.map { sound in
                Rendition(
                    name: sound.name, language: sound.language, channelCount: sound.channelCount,
                    spatialCodings: sound.spatialCodings, isBinaural: sound.isBinaural,
                    isImmersive: sound.isImmersive, isDownmix: sound.isDownmix, sampleRate: sound.sampleRate,
                    bitDepth: sound.bitDepth)
            }
        }
    }

    private struct Group: Encodable {
        struct Option: Encodable {
            var kind: String
            var displayName: String
            var language: String?
            var characteristics: [String]
            var isDefault: Bool
            var isForced: Bool
        }

        var characteristic: String
        var options: [Option]

        init(_ group: MediaSelectionGroup) {
            characteristic = group.characteristic.rawValue
            options = group.options.map { option in
                Option(
                    kind: option.kind.rawValue, displayName: option.displayName, language: option.language,
                    characteristics: option.characteristics, isDefault: option.isDefault, isForced: option.isForced)
            }
        }
    }

    private struct Choice: Encodable {
        /// The index in `variants`, from 0.
        var variant: Int
        /// The index of the matching preference, from 0; nil if none matches.
        var preference: Int?
        var predicate: String?
        /// The number of variants that match.
        var candidates: Int
    }

    /// Returns the document with sorted keys.
    static func text(
        _ presentation: AssetPresentation, _ choice: VariantChoice?, _ qualifiers: [AssetVariantQualifier]
    ) -> String {
        let document = Document(
            variants: presentation.variants.map(Entry.init),
            mediaSelectionGroups: presentation.mediaSelectionGroups.map(Group.init),
            chosen: choice.map { choice in
                Choice(
                    variant: presentation.variants.firstIndex(of: choice.variant) ?? 0, preference: choice.qualifier,
                    predicate: choice.qualifier.map { qualifiers[$0].description },
                    candidates: choice.candidates.count)
            }, warnings: presentation.warnings)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(document) else {
            preconditionFailure("numbers from playlists are finite")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
