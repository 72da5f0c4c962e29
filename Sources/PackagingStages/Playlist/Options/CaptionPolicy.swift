import HLS
import Media
import StageKit

/// The policy for closed captions in the video.
package enum CaptionPolicy: String, OptionValue, CaseIterable {
    /// Declare the caption services that are detected.
    case detect
    /// Declare that there are none, even if some are detected.
    case none
}

extension HLSPlaylist {
    /// The caption services of the presentation: those declared in the options, then those detected.
    var captions: PresentationCaptions {
        if options.captions == .none { return .absent }
        let declared = options.captionServices.compactMap(\.description)
        let videos = renditions.filter {
            $0.hasBegun && $0.rendition.mediaType == .video && !$0.rendition.isTrickPlay
        }
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
