package import StageKit

/// The options of `video.decode`.
package struct VideoDecoderOptions: StageOptions {
    package var decoder = VideoDecoderChoice.auto
    package var maxDamage = 0
    package init() {}

    package static var fields: [OptionField<VideoDecoderOptions>] {
        [
            .option(VideoDecoderChoice.optionName, \.decoder, VideoDecoderChoice.help),
            .option(
                DamageReport.limitName, \.maxDamage, in: DamageReport.limitRange,
                "\(DamageReport.limitHelp); not applied to live media"),
        ]
    }
}
