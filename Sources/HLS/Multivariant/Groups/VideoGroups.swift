import Media

/// The groups of video renditions that show different pictures of one event, such as those of several cameras (RFC 8216bis
/// 4.4.6.1).
///
/// The renditions with the first name of a group are variants. Each variant has a group with itself and, of each other name,
/// the rendition whose size is nearest. Variants with the same other renditions share a group.
struct VideoGroups {
    /// The renditions that a variant offers beside itself.
    struct Group {
        var id: String
        /// The name of the variant's own picture.
        var name: String
        var others: [(name: String, rendition: PresentationRendition)]
    }

    private(set) var groups: [Group] = []
    /// The indices of the groups by the URI of the variant.
    private var indices: [String: Int] = [:]
    /// The URIs of the renditions that are no variants.
    private var alternatives: Set<String> = []

    /// Creates the groups for the renditions with video, in their order. Groups whose renditions have one name have no effect.
    init(_ renditions: [PresentationRendition]) {
        for id in renditions.compactMap({ $0.video?.group }).uniqued {
            let members = renditions.filter { $0.video?.group == id && $0.video?.name != nil }
            let names = members.compactMap { $0.video?.name }.uniqued
            guard names.count > 1 else { continue }
            for variant in members where variant.video?.name == names[0] {
                let others = names.dropFirst().compactMap { name in
                    Self.nearest(to: variant, among: members.filter { $0.video?.name == name }).map { (name, $0) }
                }
                add(id, names[0], others, of: variant)
            }
            alternatives.formUnion(members.filter { $0.video?.name != names[0] }.map(\.uri))
        }
    }

    private mutating func add(
        _ id: String, _ name: String, _ others: [(String, PresentationRendition)], of variant: PresentationRendition
    ) {
        let same = groups.firstIndex { $0.others.map(\.rendition.uri) == others.map(\.1.uri) }
        indices[variant.uri] = same ?? groups.count
        guard same == nil else { return }
        let ids = Set(groups.map(\.id))
        var (unique, number) = (id, 2)
        while ids.contains(unique) {
            unique = "\(id)-\(number)"
            number += 1
        }
        groups.append(Group(id: unique, name: name, others: others.map { (name: $0.0, rendition: $0.1) }))
    }

    private static func nearest(
        to variant: PresentationRendition, among renditions: [PresentationRendition]
    ) -> PresentationRendition? {
        func distance(_ rendition: PresentationRendition) -> Int {
            abs((rendition.video?.resolution.height ?? 0) - (variant.video?.resolution.height ?? 0))
        }
        return renditions.min { distance($0) < distance($1) }
    }

    /// Whether a rendition is offered in groups only.
    func isAlternative(_ rendition: PresentationRendition) -> Bool { alternatives.contains(rendition.uri) }

    /// The group of a variant; nil without one.
    func group(of variant: PresentationRendition) -> Group? { indices[variant.uri].map { groups[$0] } }

    /// Returns the members of all groups. The playlist of a variant contains its own picture.
    func members(_ options: PresentationOptions) -> [AlternativeRendition] {
        groups.flatMap { group in
            let own = AlternativeRendition(
                kind: .video, groupID: group.id, name: group.name, isDefault: true, isAutoselect: true)
            return [own]
                + group.others.map { name, rendition in
                    var other = AlternativeRendition(
                        kind: .video, groupID: group.id, name: name, isDefault: false, isAutoselect: false,
                        uri: rendition.uri)
                    other.stableID = options.stableID(rendition.id)
                    return other
                }
        }
    }
}
