package import Media

/// A track of an input, as selections and messages name it.
package struct SourceTrack: Sendable, Hashable {
    /// The container's own number, by which `tracks` selects it.
    package var number: Int
    /// The track by that number, such as `track 3` or `PID 257`.
    package var name: String
    /// Nil for media that are neither video nor audio nor text.
    package var type: MediaType?
    /// The field's name for the coding, such as `AC-4 audio`.
    package var format: String
    /// BCP 47 tag; nil when undetermined.
    package var language: String?
    /// The reason why it cannot be carried, as the end of a sentence: `which HLS does not carry`; nil where it can.
    package var obstacle: String?
    /// Whether it accompanies another track, as chapter titles do: it is then left out without a report, unless a
    /// number or language asks for it.
    package var isAuxiliary = false
    /// The number of samples (packets); nil where it is not known.
    package var sampleCount: Int?

    /// A track with a number that messages write as `track 3`, unless `name` differs.
    package init(
        _ number: Int, name: String? = nil, _ type: MediaType?, format: String, language: String? = nil,
        obstacle: String? = nil, sampleCount: Int? = nil
    ) {
        self.number = number
        self.name = name ?? "track \(number)"
        self.type = type
        self.format = format
        self.language = language
        self.obstacle = obstacle
        self.sampleCount = sampleCount
    }
}

extension SourceTrack: CustomStringConvertible {
    /// `track 2 (AAC audio, de)`
    package var description: String {
        "\(name) (\([format, language].compactMap(\.self).joined(separator: ", ")))"
    }

    /// The report of a track that is selected and cannot be carried; nil where it can.
    package var leftOut: LeftOut? {
        obstacle.map { LeftOut(name, format: format, reason: $0, sampleCount: sampleCount) }
    }
}

extension SourceTrack {
    /// The track's place in `input`, with what `selection` asks for by number or language.
    package func origin(in input: String, by selection: TrackSelection = .all) -> TrackOrigin {
        let requests = selection.parts.filter { $0.isExact && $0.takes(self) }.map(\.text)
        return TrackOrigin(name, of: input, requests: requests)
    }
}

extension TrackSelection {
    /// Whether a track is selected, whether or not it can be carried.
    package func takes(_ track: SourceTrack) -> Bool {
        !excludes(track) && parts.contains { $0.takes(track) }
    }

    /// Whether the kind of a track is excluded.
    func excludes(_ track: SourceTrack) -> Bool { track.type.map(excluded.contains) ?? false }
}

extension TrackSelection.Part {
    func takes(_ track: SourceTrack) -> Bool {
        takes(track.type, language: track.language, number: track.number)
    }
}
