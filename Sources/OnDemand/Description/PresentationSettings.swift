package import Media
package import Packaging
package import PackagingStages
package import StageKit

/// The settings of presentations that a service sets for a folder or a pattern of names. Settings that are nil have the
/// values of the enclosing level.
package struct PresentationSettings: OptionGroup, Hashable {
    package var interval: MediaTime?
    package var profile: FileTypeProfile?
    package var randomAccess: RandomAccess?
    package var tracks: TrackSelection?
    package var allowMissing: [EssentialTracks]?
    package var textEncoding: TextEncodingName?
    package var encryption: EncryptionOption?
    package var burst: MediaTime?
    package var transcoding: TranscodingOption?

    package init() {}

    /// The shortest and the longest segment duration.
    package static let intervals = MediaTime.milliseconds(100)...MediaTime.seconds(3600)

    package static var fields: [OptionField<PresentationSettings>] {
        [
            .option("interval", \.interval, in: intervals, "Segment duration."),
            .option("profile", \.profile, "Profile of the segments."),
            .option(
                "random-access", \.randomAccess,
                "Random access points at which segments start, as for fmp4.segment."),
            .option("tracks", \.tracks, "Tracks of movies that are presented, as for mp4.read."),
            .option(EssentialTracks.optionName, \.allowMissing, EssentialTracks.optionHelp),
            .option("text-encoding", \.textEncoding, TextEncodingName.help),
            .option(
                "encryption", \.encryption,
                "Encryption of the segments: method, keys, key-uri and systems as for fmp4.encrypt, with cbcs or aes-128."
            ),
            .option(
                "burst", \.burst, in: .zero...(.seconds(3600)),
                "Media that each connection receives at full speed; after it, the delivery is limited to twice the bit "
                    + "rate. Not limited by default."),
            .option(
                "transcoding", \.transcoding,
                "Video and audio that are encoded when their segments are requested; none by default. Requires a cache "
                    + "folder, and presentations of one movie."),
        ]
    }

    /// Sets the values that are not nil.
    func apply(to options: inout MoviePresentationOptions) {
        options.interval = interval ?? options.interval
        options.profile = profile ?? options.profile
        options.randomAccess = randomAccess ?? options.randomAccess
        options.tracks = tracks ?? options.tracks
        options.allowMissing = allowMissing ?? options.allowMissing
        options.textEncoding = textEncoding ?? options.textEncoding
        options.encryption = encryption?.options ?? options.encryption
        options.burst = burst ?? options.burst
        options.transcoding = transcoding ?? options.transcoding
    }
}
