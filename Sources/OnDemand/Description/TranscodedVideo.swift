import Media
package import StageKit

/// A size of encoded video.
package struct TranscodedVideo: OptionMapping, Hashable {
    package var height = 1080
    package var bitRate: BitRate?

    package init() {}
    package static var fields: [OptionField<TranscodedVideo>] {
        [
            .option(
                "height", \.height, in: 64...4320,
                "Height in lines, for upright video its width, with the aspect ratio of the movie. Sizes above that of the "
                    + "movie are omitted."),
            .option(
                "bitrate", \.bitRate, in: .kilobits(32)...BitRate(bitsPerSecond: 100_000_000),
                "Maximum bit rate in bits per second; by default as for 'ladder: auto' of video.encode."),
        ]
    }
}
