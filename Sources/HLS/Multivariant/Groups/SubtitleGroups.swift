import Media

/// The subtitle groups of a presentation (RFC 8216bis 4.4.6.1).
///
/// There is one group unless several are configured; every variant is offered with every group.
struct SubtitleGroups {
    /// Subtitles offered as alternatives under one group ID.
    struct Group {
        var id: String
        var members: [(text: PresentationRendition.Text, rendition: PresentationRendition)]

        var codecs: [String] { members.flatMap(\.rendition.codecs).uniqued }
        /// The maximum of all members, since players load one of them at a time.
        var bandwidth: Bandwidth { members.reduce(.zero) { $0.union($1.rendition.bandwidth) } }
    }

    private(set) var groups: [Group] = []

    /// Creates the groups for the subtitle renditions, in their order.
    init(_ renditions: [PresentationRendition]) {
        for rendition in renditions {
            guard let text = rendition.text else { continue }
            let id = text.attributes.group ?? "subtitles"
            if let index = groups.firstIndex(where: { $0.id == id }) {
                groups[index].members.append((text, rendition))
            } else {
                groups.append(Group(id: id, members: [(text, rendition)]))
            }
        }
    }
}

extension SubtitleGroups.Group {
    /// Returns the members, with unique names and at most one default.
    func alternatives(_ options: PresentationOptions) -> [AlternativeRendition] {
        var names: Set<String> = []
        let standard = members.firstIndex { $0.text.attributes.isDefault == true }
        return members.enumerated().map { index, member in
            let (text, isDefault) = (member.text, index == standard)
            var alternative = AlternativeRendition(
                kind: .subtitles, groupID: id, name: names.insert(numbering: text.name ?? Self.name(of: text)),
                language: text.language ?? "und", isDefault: isDefault,
                // On by default, so that players find forced and SDH subtitles automatically.
                isAutoselect: isDefault || (text.attributes.isAutoselect ?? true), isForced: text.attributes.isForced,
                uri: member.rendition.uri, characteristics: text.attributes.characteristics)
            alternative.stableID = options.stableID(member.rendition.id)
            return alternative
        }
    }

    private static func name(of text: PresentationRendition.Text) -> String {
        let name = text.language ?? "Subtitles"
        if text.attributes.isForced { return "\(name) (forced)" }
        let characteristics = text.attributes.characteristics
        if characteristics.contains(RenditionCharacteristic.auxiliaryContent) { return "\(name) (commentary)" }
        return characteristics.contains(RenditionCharacteristic.transcribesDialog) ? "\(name) (SDH)" : name
    }
}
