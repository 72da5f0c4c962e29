import HLS
import Media
package import StageKit

/// The declaration of a closed-caption service in the video.
package struct CaptionOption: OptionMapping, Hashable {
    package var service: CaptionServiceName?
    package var language: LanguageTag?
    package var name: QuotableText?
    package var isDefault = false
    package var isAutoselect = true
    package var characteristics: [Characteristic] = []

    package init() {}
    package static var fields: [OptionField<CaptionOption>] {
        [
            .option("service", \.service, "Caption service, CC1 to CC4 or SERVICE1 to SERVICE63; required."),
            .option("language", \.language, "Language as a BCP 47 tag."),
            .option("name", \.name, "Display name in menus."),
            .option("default", \.isDefault, "Whether the captions are shown by default."),
            .option("autoselect", \.isAutoselect, "Whether a player may select them by the user's language."),
            .option(
                "characteristics", \.characteristics,
                "Characteristics: transcribes-spoken-dialog, describes-music-and-sound, easy-to-read, or any uniform "
                    + "type identifier."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        service == nil ? ("service is missing", "service: CC1") : nil
    }

    var description: CaptionDescription? {
        guard let service else { return nil }
        var caption = CaptionDescription(service.service)
        (caption.language, caption.name) = (language?.text, name?.text)
        (caption.isDefault, caption.isAutoselect) = (isDefault, isAutoselect)
        caption.characteristics = characteristics.map(\.identifier)
        return caption
    }
}
