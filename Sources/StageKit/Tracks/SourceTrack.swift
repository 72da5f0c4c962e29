package import Media

/// A track of an input, for selections and messages.
package struct SourceTrack: Sendable, Hashable {
    /// The container's track number, which the option `tracks` refers to.
    package var number: Int
    /// The display name with that number, such as `track 3` or `PID 257`.
    package var name: String
    /// The media type; nil for media other than video, audio and text.
    package var type: MediaType?
    /// The common name of the coding, such as `AC-4 audio`.
    package var format: String
    /// The BCP 47 tag; nil when undetermined.
    package var language: String?
    /// The reason why the track is not supported, as the end of a sentence, such as `which HLS does not carry`; nil if
    /// the track is supported.
    package var obstacle: String?
    /// Whether the track accompanies another one, such as chapter titles. Auxiliary tracks are omitted without a
    /// report, unless they are selected by number or language.
    package var isAuxiliary = false
    /// Whether the track is one image, such as a cover.
    package var isStill = false
    /// The number of samples (packets); nil if unknown.
    package var sampleCount: Int?
    /// The title that the container stores; nil without one.
    package var title: String?
    /// Whether the obstacle is that the track shows another picture than the first video.
    package var isOtherPicture = false
    /// The picture of a video track; nil if it is not compared with others.
    package var picture: TrackPicture?

    /// Creates a track; its name is `track` and the number unless `name` is given.
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

extension SourceTrack {
    /// Whether both describe one track of an input, with or without an obstacle.
    package func isSame(as other: SourceTrack) -> Bool {
        var other = other
        (other.obstacle, other.isOtherPicture) = (obstacle, isOtherPicture)
        return self == other
    }
}

extension SourceTrack: CustomStringConvertible {
    /// The name, format and language, such as `track 2 (AAC audio, de)`.
    package var description: String {
        "\(name) (\([format, language].compactMap(\.self).joined(separator: ", ")))"
    }

    /// The report of the track as omitted because it is not supported; nil if it is supported.
    package var omission: OmittedMedia? {
        obstacle.map { reason in
            var omitted = OmittedMedia(name, format: format, reason: reason, sampleCount: sampleCount)
            omitted.isOtherPicture = isOtherPicture
            return omitted
        }
    }
}

extension SourceTrack {
    /// The track's place in `input`, with what `selection` asks for by number or language. Kinds that are not in
    /// `allowMissing` are essential.
    package func origin(
        in input: String, by selection: TrackSelection = .all,
        allowMissing: [EssentialTracks] = EssentialTracks.allCases
    ) -> TrackOrigin {
        let requests = selection.parts.filter { $0.isExact && $0.selects(self) }.map(\.text)
        var origin = TrackOrigin(name, of: input, requests: requests)
        origin.isEssential = EssentialTracks.allCases.contains { $0.mediaType == type && !allowMissing.contains($0) }
        if isDispensable { origin.isEssential = false }
        return origin
    }
}

extension TrackSelection {
    /// Returns whether a track is selected, even if it is not supported.
    package func selects(_ track: SourceTrack) -> Bool {
        !excludes(track) && parts.contains { $0.selects(track) }
    }

    /// Returns whether the kind of a track is excluded.
    func excludes(_ track: SourceTrack) -> Bool { track.type.map(excluded.contains) ?? false }
}

extension TrackSelection.Part {
    func selects(_ track: SourceTrack) -> Bool {
        selects(track.type, language: track.language, number: track.number)
    }
}
