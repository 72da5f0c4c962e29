import Media
package import StageKit

/// The video and audio of a movie that are encoded when their segments are requested.
package struct TranscodingOption: OptionMapping, Hashable {
    /// The movies whose video is encoded.
    package enum Condition: String, OptionValue, CaseIterable {
        /// Those with video that browsers cannot play.
        case unplayable
        /// All movies: smaller sizes are added to video that is passed through.
        case always
    }

    /// The codecs of encoded audio.
    package enum AudioCodec: String, OptionValue, CaseIterable {
        case aac
        case opus
    }

    package var video: [TranscodedVideo] = []
    package var audio = AudioCodec.aac
    package var when = Condition.unplayable

    /// The maximum number of sizes.
    static let rungLimit = 6

    package init() {}
    package static var fields: [OptionField<TranscodingOption>] {
        [
            .option(
                "video", \.video,
                "Sizes of H.264 video, at most \(rungLimit); by default the size of the movie, up to 1080 lines."),
            .option("audio", \.audio, "Codec of audio that browsers cannot play."),
            .option(
                "when", \.when,
                "Movies whose video is encoded: unplayable for codecs that browsers cannot play, or always, which adds "
                    + "smaller sizes to other movies."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        guard video.count <= Self.rungLimit, Set(video.map(\.height)).count == video.count else {
            return ("video has too many or equal sizes", "at most \(Self.rungLimit) different heights")
        }
        return nil
    }

    /// The option as text, the same for equal options.
    var text: String {
        let sizes = video.map { "\($0.height)@\($0.bitRate?.bitsPerSecond ?? 0)" }.joined(separator: ",")
        return "transcoding \(sizes) \(audio.rawValue) \(when.rawValue)"
    }
}
