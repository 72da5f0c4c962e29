import HLS
import Media

/// R97: the media playlists of a presentation have a common target duration, type, duration and segmentation.
package struct MediaPlaylistsAreConsistent: PresentationRule {
    package static let facts = RuleFacts(
        "R97", "Media playlists have one target duration, type and total duration; variants have aligned segments",
        .must, clause: "RFC 8216bis 6.2.4; Apple 8.2, 8.7, 8.22", kinds: [.text],
        consequence: "players lose their position or stall when they switch variants")

    /// Allows for one frame and rounding.
    private static let tolerance = MediaTime.milliseconds(250)

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let all = presentation.renditions.filter { $0.playlist.text.kind == .media }
        guard let main = all.first(where: { $0.role == .variant }) ?? all.first else { return }
        for rendition in all where rendition.uri != main.uri {
            validateTargetDuration(rendition, main, &findings)
            validateType(rendition, main, &findings)
            validateLength(rendition, main, &findings)
            if rendition.role == .variant, main.role == .variant { validateSegmentGrid(rendition, main, &findings) }
        }
    }

    private func validateTargetDuration(
        _ rendition: CheckedRendition, _ main: CheckedRendition, _ findings: inout RuleFindings
    ) {
        let text = rendition.playlist.text
        let mayDiffer = rendition.role == .subtitles || text.isIFramesOnly || rendition.role == .iFrames
        if mayDiffer, text.first(.playlistType)?.value == "VOD" { return }
        // R103 checks the target duration of live I-frame playlists.
        guard rendition.role != .iFrames, let expected = main.playlist.text.targetDuration,
            let found = text.targetDuration, found != expected
        else { return }
        findings.add(
            rendition.playlist.place(at: text.first(.targetDuration)),
            expected: "\(expected) s, as in \(main.playlist.name)", found: "\(found) s")
    }

    private func validateType(_ rendition: CheckedRendition, _ main: CheckedRendition, _ findings: inout RuleFindings) {
        let expected = main.playlist.text.first(.playlistType)?.value
        let line = rendition.playlist.text.first(.playlistType)
        if rendition.playlist.text.hasEndList != main.playlist.text.hasEndList {
            // The playlists of a live presentation do not end at the same moment.
            findings.add(
                rendition.playlist.place,
                expected: main.playlist.text.hasEndList
                    ? "EXT-X-ENDLIST, as in \(main.playlist.name)" : "no EXT-X-ENDLIST, as in \(main.playlist.name)",
                found: rendition.playlist.text.hasEndList ? "EXT-X-ENDLIST" : "none", level: .should)
        }
        guard line?.value != expected else { return }
        findings.add(
            rendition.playlist.place(at: line),
            expected: "EXT-X-PLAYLIST-TYPE as in \(main.playlist.name): \(expected ?? "none")",
            found: line?.value ?? "none")
    }

    /// A difference of up to one target duration at the end is allowed.
    private func validateLength(_ rendition: CheckedRendition, _ main: CheckedRendition, _ findings: inout RuleFindings)
    {
        guard rendition.role != .subtitles, main.playlist.text.hasEndList, rendition.playlist.text.hasEndList,
            main.playlist.text.first(.playlistType)?.value == "VOD"
        else { return }
        let expected = main.playlist.text.segments.last?.end ?? .zero
        let found = rendition.playlist.text.segments.last?.end ?? .zero
        let targets = [main, rendition].compactMap(\.playlist.text.targetDuration)
        let limit = MediaTime.seconds(Int64(clamping: targets.min() ?? 1))
        guard found - expected > limit || expected - found > limit else { return }
        findings.add(
            rendition.playlist.place, expected: "\(expected.decimal(places: 3)) s, as in \(main.playlist.name)",
            found: "\(found.decimal(places: 3)) s")
    }

    private func validateSegmentGrid(
        _ rendition: CheckedRendition, _ main: CheckedRendition, _ findings: inout RuleFindings
    ) {
        let (one, two) = (main.playlist.text, rendition.playlist.text)
        guard main.attributes.hasVideo, rendition.attributes.hasVideo, one.hasEndList, two.hasEndList else { return }
        var expected = one.segments[...]
        for segment in two.segments.dropFirst() {
            while let next = expected.first, segment.begin - next.begin > Self.tolerance { expected.removeFirst() }
            if let next = expected.first, next.begin - segment.begin <= Self.tolerance { continue }
            // The last segments of variants may end at different frames.
            guard !expected.isEmpty else { return }
            return findings.add(
                rendition.playlist.place(segment),
                expected: "a segment that starts at a boundary of \(main.playlist.name)",
                found: "a start at \(segment.begin.decimal(places: 3)) s",
                level: findings.profile == .apple ? .must : .should)
        }
    }
}
