/// Whether the groups of a multivariant playlist fit together (RFC 8216bis 4.4.6.1.1 and 4.4.6.2).
struct RenditionGroupValidator {
    private struct Group: Hashable {
        var kind: AlternativeRendition.Kind
        var id: String
    }

    /// The names in each group.
    private var names: [Group: Set<String>] = [:]
    private var defaults: Set<Group> = []
    /// The first variant that names a group.
    private var references: [Group: PlaylistProblem] = [:]
    /// The first variant that says that there are no captions, and the first that does not.
    private var withoutCaptions: PlaylistProblem?
    private var others: PlaylistProblem?

    /// Throws where a group has two members of one name; two that are the default are a broken promise.
    mutating func add(
        _ rendition: AlternativeRendition, _ attributes: AttributeList, _ context: ReadingContext
    ) throws(PlaylistProblem) {
        let group = Group(kind: rendition.kind, id: rendition.groupID)
        if !names[group, default: []].insert(rendition.name).inserted {
            try attributes.reportDeviation("the group '\(group.id)' has a member with this name already", at: "NAME")
        }
        guard rendition.isDefault, !defaults.insert(group).inserted else { return }
        try context.reportInconsistency(
            attributes.problem("the group '\(group.id)' has a default already", at: "DEFAULT"))
    }

    mutating func add(
        _ variant: Variant, _ attributes: AttributeList, isStream: Bool
    ) throws(PlaylistProblem) {
        addReference(variant.audioGroup, .audio, "AUDIO", attributes)
        addReference(variant.videoGroup, .video, "VIDEO", attributes)
        addReference(variant.subtitlesGroup, .subtitles, "SUBTITLES", attributes)
        if case .group(let id) = variant.closedCaptions {
            addReference(id, .closedCaptions, "CLOSED-CAPTIONS", attributes)
        }
        guard isStream else { return }
        let message = "CLOSED-CAPTIONS=NONE stands on every EXT-X-STREAM-INF or on none"
        if variant.closedCaptions == Variant.ClosedCaptions.none {
            withoutCaptions = withoutCaptions ?? attributes.problem(message, at: "CLOSED-CAPTIONS")
        } else {
            others = others ?? attributes.problem(message, at: "CLOSED-CAPTIONS")
        }
    }

    private mutating func addReference(
        _ id: String?, _ kind: AlternativeRendition.Kind, _ name: StaticString, _ attributes: AttributeList
    ) {
        guard let id else { return }
        let group = Group(kind: kind, id: id)
        guard references[group] == nil else { return }
        references[group] = attributes.problem("no EXT-X-MEDIA with TYPE=\(kind.rawValue) has this GROUP-ID", at: name)
    }

    /// What can be said only when all is known.
    func finish(_ context: ReadingContext) throws(PlaylistProblem) {
        let missing = references.filter { names[$0.key] == nil }.values.min {
            ($0.line, $0.column) < ($1.line, $1.column)
        }
        if let missing { try context.reportInconsistency(missing) }
        if withoutCaptions != nil, let others { try context.reportInconsistency(others) }
    }
}
