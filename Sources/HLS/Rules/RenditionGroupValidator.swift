/// Validates the groups of a multivariant playlist (RFC 8216bis 4.4.6.1.1 and 4.4.6.2).
struct RenditionGroupValidator {
    private struct Group: Hashable {
        var kind: AlternativeRendition.Kind
        var id: String
    }

    /// The member names of each group.
    private var names: [Group: Set<String>] = [:]
    private var defaults: Set<Group> = []
    /// The problem to report for the first variant that references each group, if the group is missing.
    private var references: [Group: PlaylistProblem] = [:]
    /// The problems to report for the first variant with CLOSED-CAPTIONS=NONE, and for the first one without.
    private var withoutCaptions: PlaylistProblem?
    private var others: PlaylistProblem?

    /// Throws for a duplicate member name; reports a second default as an inconsistency.
    mutating func add(
        _ rendition: AlternativeRendition, _ attributes: AttributeList, _ context: ReadingContext
    ) throws(PlaylistProblem) {
        let group = Group(kind: rendition.kind, id: rendition.groupID)
        if !names[group, default: []].insert(rendition.name).inserted {
            try attributes.reportDeviation("duplicate name in the group '\(group.id)'", at: "NAME")
        }
        guard rendition.isDefault, !defaults.insert(group).inserted else { return }
        try context.reportInconsistency(
            attributes.problem("second default in the group '\(group.id)'", at: "DEFAULT"))
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
        let message = "CLOSED-CAPTIONS=NONE must be on every \(StreamInfTag.name) or on none"
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
        references[group] = attributes.problem(
            "no \(MediaTag.name) with TYPE=\(kind.rawValue) has this GROUP-ID", at: name)
    }

    /// Reports problems that are only evident at the end of the playlist.
    func finish(_ context: ReadingContext) throws(PlaylistProblem) {
        let missing = references.filter { names[$0.key] == nil }.values.min {
            ($0.line, $0.column) < ($1.line, $1.column)
        }
        if let missing { try context.reportInconsistency(missing) }
        if withoutCaptions != nil, let others { try context.reportInconsistency(others) }
    }
}
