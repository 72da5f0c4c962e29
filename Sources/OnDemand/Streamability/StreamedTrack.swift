import Media
import PackagingStages

/// A track of a movie, as a report on its streaming shows it.
package struct StreamedTrack: Sendable, Encodable {
    /// The file; nil if the presentation has one.
    package var file: String?
    /// The identifier of the track in the movie.
    package let number: Int
    package let type: String
    package let codec: String
    package let language: String?
    package let width: Int?
    package let height: Int?
    /// In hertz.
    package let frameRate: Double?
    package let channels: Int?
    /// In hertz.
    package let sampleRate: Int?
    /// In bits per second.
    package let bitRate: Int?
    package let peakBitRate: Int?
    package let syncSamples: SyncSamples?
    package let players: [PlayerSupport]

    /// The sync samples of a video track. All times are in seconds.
    package struct SyncSamples: Sendable, Encodable {
        package let count: Int
        package let longestInterval: Double
        package let meanInterval: Double
    }

    init(_ survey: TrackSurvey) {
        let track = survey.track
        number = Int(survey.number)
        (type, language) = (track.mediaType.rawValue, track.language)
        (bitRate, peakBitRate) = (survey.bitRate, survey.peakBitRate)
        codec = track.format.codecName
        players = PlayerSupport.players(of: codec, track.mediaType)
        var (size, channels, sampleRate) = (PixelSize?.none, Int?.none, Int?.none)
        switch track.format {
        case .codedVideo(let format): size = format.size
        case .codedAudio(let format): (channels, sampleRate) = (format.channelCount, format.sampleRate)
        default: break
        }
        (width, height, self.channels, self.sampleRate) = (size?.width, size?.height, channels, sampleRate)
        guard track.mediaType == .video else {
            (frameRate, syncSamples) = (nil, nil)
            return
        }
        let seconds = survey.duration.seconds
        frameRate = seconds > 0 ? (Double(survey.sampleCount) / seconds * 1000).rounded() / 1000 : nil
        syncSamples = SyncSamples(
            count: survey.syncCount,
            longestInterval: max(survey.longestSyncInterval ?? .zero, track.maximumSyncInterval ?? .zero).seconds,
            meanInterval: survey.meanSyncInterval?.seconds ?? 0)
    }
}

extension MediaFormat {
    /// The codec string, or the code of the sample entry.
    fileprivate var codecName: String {
        switch self {
        case .codedVideo(let format): format.configuration.codecString
        case .codedAudio(let format): format.configuration.codecString
        case .codedData(let format): CodecConfiguration.text(format)
        case .timedText: "wvtt"
        case .rawVideo, .rawAudio: "raw"
        }
    }
}
