import AssetDownloading
public import Foundation

/// The options of one kind, such as the audio languages, presented one at a time.
public final class AVMediaSelectionGroup: NSObject, Sendable {
    let group: MediaSelectionGroup
    /// The options in the order of the playlist.
    public let options: [AVMediaSelectionOption]

    /// The option that plays without a selection; nil if there is none.
    public var defaultOption: AVMediaSelectionOption? { options.first { $0.option.isDefault } }
    /// Whether the selection may be empty, as for subtitles.
    public var allowsEmptySelection: Bool { group.allowsEmptySelection }

    init(_ group: MediaSelectionGroup) {
        self.group = group
        options = group.options.map(AVMediaSelectionOption.init)
    }

    /// Returns the option of a property list that ``AVMediaSelectionOption/propertyList()`` returned; nil if the group
    /// does not contain it.
    public func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
        guard let list = plist as? NSDictionary ?? (plist as? [String: Any]).map(NSDictionary.init(dictionary:)) else {
            return nil
        }
        return options.first { option in
            (option.propertyList() as? [String: Any]).map { NSDictionary(dictionary: $0).isEqual(list) } ?? false
        }
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? AVMediaSelectionGroup)?.group == group }
    public override var hash: Int { group.hashValue }
}

extension AVMediaSelectionGroup {
    /// Returns the options that can be played: all.
    public static func playableMediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption]
    ) -> [AVMediaSelectionOption] { mediaSelectionOptions }

    /// Returns the options with the language of a locale and, if the locale has one, its region.
    public static func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale
    ) -> [AVMediaSelectionOption] {
        let range = locale.identifier.replacingOccurrences(of: "_", with: "-")
        return mediaSelectionOptions.filter { $0.option.isIn(range) }
    }

    /// Returns the options in the preferred languages, in the order of the languages: `en` includes `en-US`.
    public static func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMediaSelectionOption] {
        var found: [AVMediaSelectionOption] = []
        for language in preferredLanguages {
            found += mediaSelectionOptions.filter { $0.option.isIn(language) && !found.contains($0) }
        }
        return found
    }

    /// Returns the options that have all of the characteristics.
    public static func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        withMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
    ) -> [AVMediaSelectionOption] {
        mediaSelectionOptions.filter { mediaCharacteristics.allSatisfy($0.hasMediaCharacteristic) }
    }

    /// Returns the options that have none of the characteristics.
    public static func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        withoutMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
    ) -> [AVMediaSelectionOption] {
        mediaSelectionOptions.filter { !mediaCharacteristics.contains(where: $0.hasMediaCharacteristic) }
    }
}
