package import Media
package import StageKit

/// Sets track properties that sources do not provide: language, name and presentation attributes.
package struct LabelTracks: ImmediateTransform, MediaTypeDeclaring {
    package struct Options: StageOptions {
        package var tracks: [TrackLabel] = []
        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required(
                    "tracks", \.tracks, "Labels for tracks; of several labels for a track the last one applies.")
            ]
        }
    }

    package static let kind = "track.label"
    package static let abstract = "Sets language, name and presentation attributes of tracks."

    package var distribution: Distribution { .stateless }

    private let labels: [TrackLabel]
    private var numbers: [Track.ID: Int] = [:]
    private var counts: [MediaType: Int] = [:]
    /// The indexes of labels that have matched a track.
    private var used: Set<Int> = []

    package init(options: Options) { labels = options.tracks }

    package mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        guard case .track(var track) = message else { return effects.emit(message: message) }
        let number = number(of: track)
        for (index, label) in labels.enumerated() where label.matches(track, number: number) {
            label.label(&track)
            used.insert(index)
        }
        effects.emit(message: .track(track))
    }

    package mutating func finish(_ effects: inout Effects<Sample>) {
        for (index, label) in labels.enumerated() where !used.contains(index) {
            effects.reportWarning("unused-label", "no track matches \(label.optionText)")
        }
    }

    private mutating func number(of track: Track) -> Int {
        if let known = numbers[track.id] { return known }
        counts[track.mediaType, default: 0] += 1
        let number = counts[track.mediaType, default: 1]
        numbers[track.id] = number
        return number
    }
}
