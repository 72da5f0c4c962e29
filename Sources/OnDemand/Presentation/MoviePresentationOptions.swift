package import Media
package import Packaging
package import PackagingStages
package import ProtectionStages
package import StageKit

/// The properties of the presentation of a movie, as those of `sluice segment`.
package struct MoviePresentationOptions: Sendable, Hashable {
    package var profile = FileTypeProfile.mpeg4AppleHLS
    package var interval = MediaTime.seconds(6)
    /// The random access points at which segments start; nil for the profile's default.
    package var randomAccess: RandomAccess?
    package var tracks = TrackSelection.all
    /// The kinds of tracks without which a movie is presented if none is supported.
    package var allowMissing: [EssentialTracks] = []
    /// The encoding of subtitle files; nil to recognize it.
    package var textEncoding: TextEncodingName?
    /// Whether a rendition is one file whose segments are byte ranges.
    package var isSingleFile = false

    /// The encryption of the segments; nil for clear ones.
    package var encryption: EncryptSegments.Options?
    /// The media of a connection that are sent without delay, before the delivery is limited to twice the bit rate; nil
    /// for no limit.
    package var burst: MediaTime?
    /// The media that are encoded when they are requested; nil for none.
    package var transcoding: TranscodingOption?
    /// The part that a request selects.
    package var selection = PresentationSelection()

    package init() {}

    /// The text from which URLs are derived: other options have other URLs.
    var text: String {
        "\(profile.rawValue) \(interval) \(randomAccess?.rawValue ?? "-") \(tracks) \(isSingleFile)"
            + (encryption.map { " \($0.optionText)" } ?? "") + (transcoding.map { " \($0.text)" } ?? "")
            + (allowMissing.isEmpty ? "" : " \(allowMissing)")
            + (textEncoding.map { " \($0.name)" } ?? "") + (selection.isEmpty ? "" : " \(selection)")
    }

    var segmenting: SegmentFragmentedMP4.Options {
        var options = SegmentFragmentedMP4.Options()
        (options.profile, options.interval, options.randomAccess) = (profile, interval, randomAccess)
        return options
    }

    var listing: HLSPlaylist.Options {
        var options = HLSPlaylist.Options()
        options.packaging = isSingleFile ? .singleFile : .files
        return options
    }

    /// The target duration of recordings in progress: segments end at the first sync sample after each multiple of the
    /// interval, and the distances of later sync samples are unknown. It depends on the options alone, so that it never
    /// changes.
    var recordingTarget: MediaTime {
        .seconds(min(max(1, (interval + interval).ticks(at: 1, rounding: .up)), 3600))
    }

    func reading(_ path: String, _ selection: TrackSelection?) -> ReadMovie.Options {
        var options = ReadMovie.Options()
        (options.path, options.tracks, options.allowMissing) = (path, selection ?? tracks, allowMissing)
        return options
    }
}

extension EncryptSegments.Options {
    /// The options as text, with secrets masked.
    fileprivate var optionText: String {
        Self.fields.compactMap { field in field.text(self).map { "\(field.key): \($0)" } }.joined(separator: ", ")
    }
}
