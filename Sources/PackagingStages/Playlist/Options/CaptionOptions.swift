import HLS
import Media
package import StageKit

/// The policy for closed captions in the video.
package enum CaptionPolicy: String, OptionValue, CaseIterable {
    /// Declare the caption services that are detected.
    case detect
    /// Declare that there are none, even if some are detected.
    case none
}

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

/// The name of a closed-caption service, such as `CC1` or `SERVICE1`.
package struct CaptionServiceName: OptionValue, Hashable {
    let service: CaptionService
    package static var valueForm: String { "caption service (CC1, SERVICE1)" }

    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        guard let service = CaptionService(text) else {
            throw OptionProblem(
                .outOfRange, "'\(text)' is not a caption service", expected: "CC1 to CC4 or SERVICE1 to SERVICE63",
                at: node)
        }
        self.service = service
    }
    package var optionText: String { service.description }
}

extension HLSPlaylist {
    /// The caption services of the presentation: those declared in the options, then those detected.
    var captions: PresentationCaptions {
        if options.captions == .none { return .absent }
        let declared = options.captionServices.compactMap(\.description)
        let videos = writers.filter { $0.rendition.mediaType == .video && !$0.rendition.isTrickPlay }
            .compactMap(\.playlists)
        let found = videos.reduce(into: Set<CaptionService>()) { $0.formUnion($1.captionServices ?? []) }
        let others = found.subtracting(declared.map(\.service)).sorted().map { CaptionDescription($0) }
        guard declared.isEmpty, others.isEmpty else { return .services(declared + others) }
        // A presentation that is still being written may have captions later.
        let isWhole = options.type == .vod && !videos.isEmpty
        return isWhole && videos.allSatisfy { $0.captionServices != nil } ? .absent : .unknown
    }
}

extension HLSPlaylist.Options {
    /// Throws `invalid-options` if a service is declared twice, or if services are declared although `captions` is
    /// `none`.
    func validateCaptions() throws(StageError) {
        let services = captionServices.compactMap(\.service?.optionText)
        if let twice = services.first(where: { service in services.count { $0 == service } > 1 }) {
            throw StageError(.invalidOptions, "caption service '\(twice)' is declared twice")
        }
        if captions == .none, !services.isEmpty {
            throw StageError(.invalidOptions, "captions: none contradicts caption-services; remove one of them")
        }
    }
}
