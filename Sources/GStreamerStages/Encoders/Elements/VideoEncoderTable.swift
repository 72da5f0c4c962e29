import Media
import StageKit

/// The GStreamer element for each combination of codec and encoder.
enum VideoEncoderTable {
    typealias Codec = VideoEncodeOptions.Codec
    typealias Encoder = VideoEncodeOptions.Encoder

    /// One encoder element.
    struct Choice: Sendable, Hashable {
        var codec: Codec
        var encoder: Encoder
        var element: String
        /// Whether the element supports 10 bits per component.
        var hasTenBits = false
        /// Whether the element codes sync samples on request; otherwise they have a fixed interval.
        var canBeForced = true
        /// Whether the element requires look-ahead, so that it can neither limit its buffer nor return each frame
        /// immediately.
        var alwaysLooksAhead = false
    }

    /// The elements in the order of preference for `auto`. Software encoders with measured delays and sync sample
    /// behaviour precede hardware.
    static let choices: [Choice] = [
        Choice(codec: .h264, encoder: .x264, element: "x264enc"),
        Choice(codec: .h264, encoder: .openh264, element: "openh264enc"),
        Choice(codec: .h264, encoder: .va, element: "vah264enc"),
        Choice(codec: .h264, encoder: .vaapi, element: "vaapih264enc"),
        Choice(codec: .h264, encoder: .nvenc, element: "nvh264enc"),
        Choice(codec: .h264, encoder: .v4l2, element: "v4l2h264enc"),
        Choice(codec: .hevc, encoder: .x265, element: "x265enc", hasTenBits: true),
        Choice(codec: .hevc, encoder: .va, element: "vah265enc"),
        Choice(codec: .hevc, encoder: .vaapi, element: "vaapih265enc"),
        Choice(codec: .hevc, encoder: .nvenc, element: "nvh265enc"),
        Choice(codec: .hevc, encoder: .v4l2, element: "v4l2h265enc"),
        // GStreamer 1.26 hangs when SVT-AV1 2.3 does not reorder frames, which its constant bit rate requires.
        Choice(
            codec: .av1, encoder: .svtav1, element: "svtav1enc", hasTenBits: true, canBeForced: false,
            alwaysLooksAhead: true),
        Choice(codec: .av1, encoder: .av1, element: "av1enc", canBeForced: false),
        // The other ProRes encoders of libavcodec have no profile property.
        Choice(codec: .prores, encoder: .prores, element: "avenc_prores_ks"),
        Choice(codec: .jpeg, encoder: .jpeg, element: "jpegenc"),
    ]

    /// The first installed element that can encode frames of this size with these options.
    ///
    /// Throws the reason why the first installed one cannot, or an error with the package that has one.
    static func choose(_ options: VideoEncodeOptions, for size: PixelSize?) throws(StageError) -> Choice {
        let fitting = choices.filter {
            $0.codec == options.codec && (options.encoder == .auto || $0.encoder == options.encoder)
        }
        var refusal: StageError?
        for choice in fitting where try GStreamerLibrary.has(choice.element) {
            guard let reason = choice.rejection(of: options) ?? choice.rejection(of: size) else { return choice }
            refusal = refusal ?? reason
        }
        if let refusal { throw refusal }
        // The first element that is part of Debian: for AV1, libaom, because Debian 12 does not have the preferred
        // SVT-AV1.
        let usual = fitting.first { DebianPackages.has($0.element) } ?? fitting.first
        guard let usual else { throw mismatch(options) }
        throw DebianPackages.missing(usual.element)
    }

    /// Throws `invalid-options` if the encoder does not support the codec or the options, or if the codec does not have
    /// the profile.
    static func validate(_ options: VideoEncodeOptions) throws(StageError) {
        if options.passes == 2, options.rateControl != .average {
            throw StageError(
                .invalidOptions,
                "passes 2 requires rate-control average, not \(options.rateControl.rawValue); set rate-control to "
                    + "average, or omit passes")
        }
        if options.passes == 2, options.codec != .h264, options.codec != .hevc {
            throw StageError(
                .invalidOptions, "codec \(options.codec.rawValue) does not support passes 2; use codec h264 or hevc")
        }
        let isKnown =
            options.encoder == .auto
            || choices.contains { choice in
                choice.codec == options.codec && choice.encoder == options.encoder
            }
        guard isKnown else { throw mismatch(options) }
        if options.encoder != .auto {
            let choice = choices.first { $0.codec == options.codec && $0.encoder == options.encoder }
            if let refusal = choice?.rejection(of: options) { throw refusal }
        }
        if let profile = options.profile, !options.codec.profiles.contains(profile) {
            throw StageError(
                .invalidOptions,
                "codec \(options.codec.rawValue) has no profile \(profile.rawValue); it has \(options.codec.profileList)"
            )
        }
        if options.codec == .av1, options.maxKeyframeDistance == nil, options.maxKeyframeFrames == nil {
            throw StageError(
                .invalidOptions,
                "encoders for av1 do not support keyframe requests; set "
                    + "max-keyframe-distance to the segment interval, or use codec h264 or hevc")
        }
        if options.codec == .av1 || options.codec.isIntraOnly, options.bFrames > 0 {
            throw StageError(
                .invalidOptions, "codec \(options.codec.rawValue) does not support b-frames; set b-frames to 0")
        }
    }

    private static func mismatch(_ options: VideoEncodeOptions) -> StageError {
        let others = choices.filter { $0.codec == options.codec }.map(\.encoder.rawValue)
        return StageError(
            .invalidOptions,
            "encoder \(options.encoder.rawValue) does not support \(options.codec.rawValue); use one of "
                + others.joined(separator: ", "))
    }
}

extension VideoEncoderTable.Choice {
    /// The error for options that the element does not support; nil if it supports them.
    fileprivate func rejection(of options: VideoEncodeOptions) -> StageError? {
        if options.rateControl == .capped, encoder != .x264, encoder != .x265 {
            return StageError(
                .invalidOptions,
                "encoder \(encoder.rawValue) has no rate-control capped; use quality, or encoder x264 or x265")
        }
        if options.passes == 2, encoder != .x264, encoder != .x265 {
            return StageError(
                .invalidOptions, "encoder \(encoder.rawValue) does not support passes 2; use encoder x264 or x265")
        }
        guard alwaysLooksAhead else { return nil }
        if options.rateControl == .constrained {
            return StageError(
                .invalidOptions,
                "encoder \(encoder.rawValue) has no rate-control constrained; use average or quality, or encoder av1")
        }
        guard options.tune == .zerolatency else { return nil }
        return StageError(
            .invalidOptions, "encoder \(encoder.rawValue) does not support tune zerolatency; use none, or encoder av1")
    }

    /// The error for a frame size that the installed element does not support; nil if it supports the size.
    fileprivate func rejection(of size: PixelSize?) -> StageError? {
        guard let size, !GStreamerLibrary.accepts(element, size) else { return nil }
        return StageError(
            .unsupportedMedia, "\(element) does not support a frame size of \(size); use another size or encoder")
    }
}

extension VideoEncodeOptions.Codec {
    /// The profiles that can be configured.
    var profiles: [VideoEncodeOptions.Profile] {
        switch self {
        case .h264: [.baseline, .main, .high]
        case .hevc: [.main, .main10]
        case .av1: [.main]
        case .prores: [.proxy, .lt, .standard, .hq, .full, .fullXQ]
        case .jpeg: []
        }
    }

    /// The profiles, for messages.
    var profileList: String { profiles.isEmpty ? "none" : profiles.map(\.rawValue).joined(separator: ", ") }

    /// The parser for the output of the codec's encoders.
    var coding: VideoCoding {
        switch self {
        case .h264: .avc
        case .hevc: .hevc
        case .av1: .av1
        case .prores: .proRes
        case .jpeg: .jpeg
        }
    }
}
