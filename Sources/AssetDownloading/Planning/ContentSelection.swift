import HLS

extension ContentChoice {
    /// Returns the choices that a configuration makes for a presentation, the primary one first.
    package static func choices(
        from presentation: AssetPresentation, for configuration: AssetDownloadConfiguration
    ) throws(AssetDownloadError) -> [ContentChoice] {
        let primary = try choose(configuration.primaryContentConfiguration, presentation, beside: nil)
        var choices = [primary]
        for auxiliary in configuration.auxiliaryContentConfigurations {
            let shares = configuration.optimizesAuxiliaryContentConfigurations
            let choice = try choose(auxiliary, presentation, beside: shares ? primary.variant : nil)
            choices.append(shares ? choice.sharingVideo(with: primary.variant) : choice)
        }
        return choices
    }

    /// Chooses from the preferred variants: one with the same video if possible, otherwise the best.
    private static func choose(
        _ content: AssetDownloadContentConfiguration, _ presentation: AssetPresentation, beside primary: Variant?
    ) throws(AssetDownloadError) -> ContentChoice {
        guard let choice = VariantChoice(among: presentation.variants, preferring: content.variantQualifiers) else {
            throw AssetDownloadError(.malformed, "the playlist has no variants")
        }
        let same = choice.candidates.first { $0.declaration.uri == primary?.uri }
        let variant = (same ?? choice.variant).declaration
        return ContentChoice(variant: variant, renditions: try renditions(of: variant, presentation.playlist, content))
    }

    private static func renditions(
        of variant: Variant, _ presentation: MultivariantPlaylist, _ content: AssetDownloadContentConfiguration
    ) throws(AssetDownloadError) -> [AlternativeRendition] {
        // Captions are embedded in the video and always included.
        var chosen = presentation.renditions.filter { $0.kind == .closedCaptions && variant.offers($0) }
        for kind in [AlternativeRendition.Kind.audio, .subtitles] {
            let members = presentation.renditions.filter { $0.kind == kind && variant.offers($0) }
            let wanted = content.mediaSelections.filter { $0.kind == MediaSelectionOption.Kind(kind) }
            for selection in wanted where !selection.isEmpty {
                let found = members.filter(selection.matches)
                guard !found.isEmpty else { throw notFoundError(selection, members, variant) }
                chosen += found.filter { !chosen.contains($0) }
            }
            if wanted.isEmpty { chosen += defaultRenditions(members, kind) }
        }
        return chosen
    }

    /// Returns the renditions selected by default: one audio rendition; subtitles only if declared as default (RFC
    /// 8216bis 4.4.6.1).
    private static func defaultRenditions(
        _ members: [AlternativeRendition], _ kind: AlternativeRendition.Kind
    ) -> [AlternativeRendition] {
        if let first = members.first(where: \.isDefault) { return [first] }
        guard kind == .audio, let first = members.first(where: \.isAutoselect) ?? members.first else { return [] }
        return [first]
    }

    private static func notFoundError(
        _ selection: MediaSelection, _ members: [AlternativeRendition], _ variant: Variant
    ) -> AssetDownloadError {
        let available = members.map { $0.language ?? $0.name }
        let list =
            available.isEmpty ? "no separate renditions exist" : "available: \(available.joined(separator: ", "))"
        return AssetDownloadError(
            .notFound, "the variant '\(variant.uri)' has no \(selection.description); \(list)")
    }
}
