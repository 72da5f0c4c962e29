import Media

/// The groups of subtitles that a presentation offers (RFC 8216bis 4.4.6.1).
///
/// There is one unless somebody named several; every variant is offered with every group.
struct SubtitleGroups {
    /// Subtitles that are offered as alternatives under one name.
    struct Group {
        var id: String
        var members: [(text: PresentationRendition.Text, rendition: PresentationRendition)]

        var codecs: [String] { members.flatMap(\.rendition.codecs).uniqued }
        /// Only one of them is pulled at a time: the one that needs most decides.
        var bandwidth: Bandwidth { members.reduce(.zero) { $0.union($1.rendition.bandwidth) } }
    }

    private(set) var groups: [Group] = []

    /// Groups for renditions of subtitles, in the order in which they come.
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
    private static let transcribesDialog = "public.accessibility.transcribes-spoken-dialog"

    /// What the playlist says of the members: names of their own, and one default at most.
    func alternatives(_ options: PresentationOptions) -> [AlternativeRendition] {
        var names: Set<String> = []
        let standard = members.firstIndex { $0.text.attributes.isDefault == true }
        return members.enumerated().map { index, member in
            let (text, isDefault) = (member.text, index == standard)
            var alternative = AlternativeRendition(
                kind: .subtitles, groupID: id, name: names.insert(numbering: text.name ?? Self.name(of: text)),
                language: text.language ?? "und", isDefault: isDefault,
                // What is forced or for those who do not hear is to be found without asking.
                isAutoselect: isDefault || (text.attributes.isAutoselect ?? true), isForced: text.attributes.isForced,
                uri: member.rendition.uri, characteristics: text.attributes.characteristics)
            alternative.stableID = options.stableID(member.rendition.id)
            return alternative
        }
    }

    private static func name(of text: PresentationRendition.Text) -> String {
        let name = text.language ?? "Subtitles"
        if text.attributes.isForced { return "\(name) (forced)" }
        return text.attributes.characteristics.contains(transcribesDialog) ? "\(name) (SDH)" : name
    }
}
