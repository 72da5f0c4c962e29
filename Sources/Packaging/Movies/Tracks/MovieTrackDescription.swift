import ISOMedia
import Media

extension TrackDescription {
    /// Applies the track settings.
    mutating func apply(_ settings: MovieTrackSettings) {
        extendedLanguage = settings.extendedLanguageTag
        isEnabled = settings.isEnabled
        volume = settings.volume
        alternateGroup = settings.alternateGroup
        layer = settings.layer
        displayMatrix = settings.transform?.values
        naturalSize = settings.naturalSize
        metadata = settings.metadata
    }
}

extension MovieTrackState {
    /// The track description for the movie box, without edits and references.
    var description: TrackDescription {
        var result = TrackDescription(id: trackID, timescale: UInt32(track.timescale), format: track.format)
        result.language = track.language
        result.handlerName = track.name ?? ""
        result.apply(settings)
        result.mediaLocation = settings.sampleReferencePath
        result.rollDistance = track.rollDistance
        if let rate = track.nominalBitRate.flatMap({ UInt32(exactly: $0) }) {
            result.bitRate = TrackDescription.BitRate(average: rate, maximum: rate)
        }
        return result
    }

    /// Throws if a movie cannot carry the track, before any sample is written.
    func validateFormat(_ type: MovieFileType) throws(PackagingError) {
        do throws(UnwritableFormat) {
            let movie = MovieBox(flavour: type.flavour, timescale: 1000, entries: [MovieBox.Entry(description)])
            _ = try movie.bytes()
        } catch {
            throw PackagingError(
                .unsupportedFormat, "the \(track.mediaType.rawValue) track cannot be carried: \(error.reason)")
        }
    }

    /// Returns the estimated size of the sample tables in bytes for this duration, based on the first sample.
    func expectedTableSize(_ duration: MediaTime, _ settings: MovieSettings) -> Double {
        guard let first = open?.entries.first ?? closed.first?.entries.first, first.duration > 0 else {
            return 64
        }
        let seconds = duration.seconds
        if frames != nil { return seconds / period(settings) * 20 + 256 }
        let samples = seconds * Double(track.timescale) / Double(first.duration)
        // A size per sample; for video also a composition offset, a dependency flag and occasionally a sync sample
        // number.
        let perSample: Double = track.mediaType == .video ? 4 + 8 + 1 + 0.2 : 4
        return samples * perSample + seconds / period(settings) * 20 + 256
    }

    /// The duration of a chunk in seconds.
    private func period(_ settings: MovieSettings) -> Double {
        max(0.02, (self.settings.preferredMediaChunkDuration ?? settings.interleavingPeriod).seconds)
    }
}
