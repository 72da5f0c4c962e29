import HLS
import ISOMedia
import Media

/// A variant as it is declared, with what was measured of all that can be pulled with it.
struct VariantMeasurement {
    /// The line of its tag.
    var place: FindingPlace
    var uri: String
    var attributes: ScannedAttributes
    /// Its own playlist.
    var own: MeasuredRendition
    /// The members of its groups that have a playlist, by attribute: AUDIO, VIDEO, SUBTITLES.
    var groups: [String: [MeasuredRendition]] = [:]
    /// The groups that its own playlist is a member of: another member is pulled in its place, not beside it.
    var ownGroups: Set<String> = []
    /// Whether all playlists that can be pulled were measured whole.
    var isComplete: Bool
    /// Whether no segment will come any more.
    var isEnded: Bool
    /// Whether it was all there before it was declared: what began as a live stream could only be estimated.
    var isOnDemand: Bool

    /// The playlists that can be pulled: its own and every member of its groups.
    var renditions: [MeasuredRendition] { [own] + groups.sorted { $0.key < $1.key }.flatMap(\.value) }

    /// Its pictures.
    var video: RenditionTrack? { own.video ?? groups["VIDEO"]?.lazy.compactMap(\.video).first }

    /// The largest sum of peaks and of averages of what can be pulled together: one member of each group.
    var bandwidth: Bandwidth? {
        guard let own = own.bandwidth else { return nil }
        let largest = groups.mapValues { $0.compactMap(\.bandwidth).reduce(Bandwidth.zero) { $0.union($1) } }
        let alternatives = largest.filter { ownGroups.contains($0.key) }.values.reduce(own) { $0.union($1) }
        return largest.filter { !ownGroups.contains($0.key) }.values.reduce(alternatives, +)
    }
}

extension MeasuredPresentation {
    /// Each EXT-X-STREAM-INF whose playlist was measured.
    var variants: [VariantMeasurement] {
        let declarations = PresentationDeclarations(presentation.multivariant.text)
        return declarations.variants.compactMap { variant in
            guard let index = index(of: variant.uri), let own = renditions[index] else { return nil }
            var result = VariantMeasurement(
                place: presentation.multivariant.place(presentation.multivariant.text.lines[variant.line]),
                uri: variant.uri, attributes: variant.attributes, own: own, isComplete: own.isComplete,
                isEnded: presentation.renditions[index].playlist.text.hasEndList,
                isOnDemand: presentation.renditions[index].playlist.text.isOnDemand)
            for name in ["AUDIO", "VIDEO", "SUBTITLES"] { addGroup(name, to: &result, own: index) }
            return result
        }
    }

    private func index(of uri: String) -> Int? { presentation.renditions.firstIndex { $0.uri == uri } }

    private func addGroup(_ name: String, to variant: inout VariantMeasurement, own: Int) {
        guard let group = variant.attributes.text(name) else { return }
        for line in presentation.multivariant.text.lines(.media) {
            guard let attributes = line.attributes, attributes.text("TYPE") == name,
                attributes.text("GROUP-ID") == group, let uri = attributes.text("URI"), let index = index(of: uri)
            else { continue }
            guard index != own else {
                variant.ownGroups.insert(name)
                continue
            }
            guard let measured = renditions[index] else {
                variant.isComplete = false
                continue
            }
            variant.isComplete = variant.isComplete && measured.isComplete
            variant.isEnded = variant.isEnded && presentation.renditions[index].playlist.text.hasEndList
            variant.groups[name, default: []].append(measured)
        }
    }
}

extension ScannedPlaylist {
    /// Whether it lists everything from the beginning to the end, and was never an event.
    fileprivate var isOnDemand: Bool {
        hasEndList && first(.playlistType)?.value != "EVENT" && (segments.first?.sequence ?? 0) == 0
    }
}
