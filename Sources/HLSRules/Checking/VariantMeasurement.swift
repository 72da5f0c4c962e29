import HLS
import ISOMedia
import Media

/// A declared variant with the measurements of its media playlist and its renditions.
struct VariantMeasurement {
    /// The position of its EXT-X-STREAM-INF tag.
    var place: FindingPlace
    var uri: String
    var attributes: ScannedAttributes
    /// The media playlist of the variant.
    var own: MeasuredRendition
    /// The renditions in the groups of the variant that have a playlist, by attribute: AUDIO, VIDEO, SUBTITLES.
    var groups: [String: [MeasuredRendition]] = [:]
    /// The groups that contain the media playlist of the variant; their other members are alternatives to it.
    var ownGroups: Set<String> = []
    /// Whether all segments of all playlists were measured.
    var isComplete: Bool
    /// Whether all playlists have ended.
    var isEnded: Bool
    /// Whether the presentation was complete when it was published; bit rates of live streams are estimates.
    var isOnDemand: Bool

    /// The media playlists that players may load: the playlist of the variant and all members of its groups.
    var renditions: [MeasuredRendition] { [own] + groups.sorted { $0.key < $1.key }.flatMap(\.value) }

    /// The video track.
    var video: RenditionTrack? { own.video ?? groups["VIDEO"]?.lazy.compactMap(\.video).first }

    /// The largest sums of peak and average bit rates over combinations of one member of each group.
    var bandwidth: Bandwidth? {
        guard let own = own.bandwidth else { return nil }
        let largest = groups.mapValues { $0.compactMap(\.bandwidth).reduce(Bandwidth.zero) { $0.union($1) } }
        let alternatives = largest.filter { ownGroups.contains($0.key) }.values.reduce(own) { $0.union($1) }
        return largest.filter { !ownGroups.contains($0.key) }.values.reduce(alternatives, +)
    }
}

extension MeasuredPresentation {
    /// The EXT-X-STREAM-INF tags whose media playlist was measured.
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
    /// Whether the playlist has ended, starts with the first segment and is not an event.
    fileprivate var isOnDemand: Bool {
        hasEndList && first(.playlistType)?.value != "EVENT" && (segments.first?.sequence ?? 0) == 0
    }
}
