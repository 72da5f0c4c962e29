import Media

/// The closed captions embedded in the video.
package enum PresentationCaptions: Sendable, Hashable {
    case unknown
    /// The video contains no captions.
    case absent
    case services([CaptionDescription])

    private static let groupID = "captions"

    /// Adds the captions to a playlist that contains all variants.
    func apply(to playlist: inout MultivariantPlaylist) {
        switch self {
        case .unknown: break
        case .absent:
            // `NONE` in one variant requires `NONE` in all of them (RFC 8216bis 4.4.6.2).
            for index in playlist.variants.indices {
                playlist.variants[index].closedCaptions = Variant.ClosedCaptions.none
            }
        case .services(let services):
            playlist.renditions += Self.alternatives(services)
            for index in playlist.variants.indices { playlist.variants[index].closedCaptions = .group(Self.groupID) }
        }
    }

    private static func alternatives(_ services: [CaptionDescription]) -> [AlternativeRendition] {
        var names: Set<String> = []
        let standard = services.firstIndex(where: \.isDefault)
        return services.enumerated().map { index, caption in
            AlternativeRendition(
                kind: .closedCaptions, groupID: groupID,
                name: names.insert(numbering: caption.name ?? caption.language ?? caption.service.description),
                language: caption.language ?? "und", isDefault: index == standard,
                isAutoselect: index == standard || caption.isAutoselect, instreamID: caption.service.description,
                characteristics: caption.characteristics)
        }
    }
}
