import AssetDownloading
public import Foundation

/// An audio, subtitle or caption track of an asset that can be selected, such as English audio.
public final class AVMediaSelectionOption: NSObject, Sendable {
    let option: MediaSelectionOption

    /// The kind of media.
    public var mediaType: AVMediaType {
        switch option.kind {
        case .audio: .audio
        case .video: .video
        case .subtitles: .subtitle
        case .closedCaptions: .closedCaption
        }
    }
    /// The name for a menu, as the playlist declares it.
    public var displayName: String { option.displayName }
    /// The BCP 47 language tag; nil if it is not declared.
    public var extendedLanguageTag: String? { option.language }
    /// The locale of the language; nil if it is not declared.
    public var locale: Locale? { option.language.map(Locale.init(identifier:)) }
    /// Whether it can be played: always true, because nothing is decoded here.
    public var isPlayable: Bool { true }

    init(_ option: MediaSelectionOption) { self.option = option }

    /// Returns the name for a menu. Playlists declare one name, which does not depend on the locale.
    public func displayName(with locale: Locale) -> String { option.displayName }

    /// Whether it has a characteristic, which the playlist declares or its kind implies.
    public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        switch mediaCharacteristic {
        case .audible: option.kind == .audio
        case .visual: option.kind == .video
        case .legible: option.kind == .subtitles || option.kind == .closedCaptions
        case .containsOnlyForcedSubtitles: option.isForced
        default: option.characteristics.contains(mediaCharacteristic.rawValue)
        }
    }

    /// Returns a property list that identifies the option for
    /// ``AVMediaSelectionGroup/mediaSelectionOption(withPropertyList:)``.
    public func propertyList() -> Any {
        var list: [String: any Sendable] = [
            "MediaSelectionOptionsMediaType": mediaType.rawValue, "MediaSelectionOptionsName": displayName,
            "MediaSelectionOptionsCharacteristics": option.characteristics,
            "MediaSelectionOptionsIsForced": option.isForced,
        ]
        list["MediaSelectionOptionsExtendedLanguageTag"] = option.language
        return list
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? AVMediaSelectionOption)?.option == option }
    public override var hash: Int { option.hashValue }
    public override var description: String {
        "\(option.kind.rawValue) '\(displayName)'" + (option.language.map { " in '\($0)'" } ?? "")
    }
}
