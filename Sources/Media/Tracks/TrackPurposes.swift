/// The purposes that containers declare for tracks.
package struct TrackPurposes: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Text that is essential, such as translations of foreign speech.
    package static let forced = Self(rawValue: 1 << 0)
    package static let hearingImpaired = Self(rawValue: 1 << 1)
    package static let visualImpaired = Self(rawValue: 1 << 2)
    package static let commentary = Self(rawValue: 1 << 3)
    package static let originalLanguage = Self(rawValue: 1 << 4)
    package static let dubbed = Self(rawValue: 1 << 5)

    /// Sets the attributes of an audio or text track that correspond to the purposes.
    package func apply(to track: inout Track) {
        guard track.mediaType == .audio || track.mediaType == .text else { return }
        let isText = track.mediaType == .text
        if isText, contains(.forced) { track.attributes.isForced = true }
        var found: [String] = []
        if contains(.hearingImpaired) {
            found += isText ? RenditionCharacteristic.transcriptions : [RenditionCharacteristic.enhancesSpeech]
        }
        if contains(.visualImpaired) { found.append(RenditionCharacteristic.describesVideo) }
        if contains(.commentary) {
            found.append(RenditionCharacteristic.auxiliaryContent)
            // Players would otherwise select the commentary by its language.
            track.attributes.isAutoselect = false
        }
        if contains(.originalLanguage) { found.append(RenditionCharacteristic.originalContent) }
        if contains(.dubbed) { found.append(RenditionCharacteristic.dubbed) }
        track.attributes.characteristics += found.filter { !track.attributes.characteristics.contains($0) }
    }

    /// Marks the first flagged audio track, if the flags of a container distinguish the audio tracks, and the first flagged
    /// text track, if it is not the first text track: many programs flag the first one whether it is meant or not.
    package static func markDefaults(
        _ tracks: [(id: Track.ID, type: MediaType, isFlagged: Bool)], _ mark: (Track.ID) -> Void
    ) {
        let audio = tracks.filter { $0.type == .audio }
        if audio.contains(where: { !$0.isFlagged }), let first = audio.first(where: \.isFlagged) { mark(first.id) }
        let text = tracks.filter { $0.type == .text }
        if let position = text.firstIndex(where: \.isFlagged), position > 0 { mark(text[position].id) }
    }
}
