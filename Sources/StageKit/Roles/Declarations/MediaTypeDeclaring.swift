package import Media

/// A stage that declares the media types of its output before the run.
package protocol MediaTypeDeclaring: Stage {
    /// Returns the media types of the tracks that the stage may emit; `accepted` are those of its input that it accepts.
    /// The default is `accepted`.
    func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType>
}

extension MediaTypeDeclaring {
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { accepted }
}

extension TrackSelection {
    /// The media types of the tracks that it may select.
    package var mediaTypes: Set<MediaType> { Set(MediaType.allCases.filter(selects)) }
}
