import Packaging
import Media

/// Validates combinations of inputs and writer properties, by the rules of the AVFoundation reference and the WWDC20
/// talk on segment output.
/// output.
enum WriterValidation {
    static let delegateReleased = AssetWriterError(
        .lostReceiver,
        "the delegate was released and nothing receives the segments; delegate is a "
            + "weak reference: retain the delegate until writing has ended")
    static let tooManyInputs = AssetWriterError(
        .tooManyInputs, "a writer supports at most \(WriterConfiguration.maximumInputCount) inputs")

    /// Returns why `input` cannot be added to the existing inputs; nil when it can.
    static func rejection(
        of input: InputConfiguration, beside inputs: [InputConfiguration], _ writer: WriterConfiguration
    ) -> AssetWriterError? {
        if let problem = input.configurationError { return problem }
        guard writer.fileType.mediaTypes.contains(input.mediaType) else {
            return AssetWriterError(
                .invalidSettings,
                "files of type \(writer.fileType.rawValue) cannot contain "
                    + "\(input.mediaType.rawValue)")
        }
        if input.isPassthrough, input.sourceFormatHint == nil, writer.fileType != .mov {
            return AssetWriterError(
                .missingFormat, "passthrough to anything but a QuickTime movie requires a source format hint")
        }
        if let fault = proResMessage(of: input, writer) ?? sampleReferenceMessage(of: input, writer)
            ?? associationMessage(of: input, writer)
            ?? segmentMessage(of: input, beside: inputs, writer)
        {
            return AssetWriterError(.invalidSettings, fault)
        }
        return nil
    }

    /// Returns why writing cannot start; nil when it can.
    static func rejection(of inputs: [InputConfiguration], _ writer: WriterConfiguration) -> AssetWriterError? {
        if let problem = writer.configurationError { return problem }
        if let fault = destinationError(writer) { return fault }
        guard !inputs.isEmpty else { return AssetWriterError(.invalidState, "writing requires at least one input") }
        for (index, input) in inputs.enumerated() {
            if let refusal = rejection(of: input, beside: Array(inputs[..<index]), writer) { return refusal }
        }
        if inputs.contains(where: \.performsMultiPassEncodingIfSupported),
            inputs.contains(where: \.expectsMediaDataInRealTime)
        {
            return AssetWriterError(
                .invalidSettings,
                "performsMultiPassEncodingIfSupported cannot be combined with an input that expects media data in real "
                    + "time"
            )
        }
        return nil
    }

    private static func destinationError(_ writer: WriterConfiguration) -> AssetWriterError? {
        switch writer.destination {
        case .movie(_, let type):
            return type.movieFileType != nil
                ? nil : AssetWriterError(.invalidSettings, "files of type \(type.rawValue) cannot be written")
        case .segments(let type):
            guard type == .mp4 else {
                return AssetWriterError(
                    .invalidSettings,
                    "the content type of segments must be \(ContentType.mp4.rawValue), not \(type.rawValue)")
            }
        }
        if writer.outputFileTypeProfile == nil {
            return AssetWriterError(
                .missingSetting,
                "outputFileTypeProfile has no value; set mpeg4AppleHLS or mpeg4CMAFCompliant")
        }
        if writer.preferredOutputSegmentInterval == nil {
            return AssetWriterError(
                .missingSetting,
                "preferredOutputSegmentInterval has no value; set a time, or indefinite for custom segmentation")
        }
        return nil
    }

    private static func proResMessage(of input: InputConfiguration, _ writer: WriterConfiguration) -> String? {
        guard case .video(let settings)? = input.outputSettings, let code = settings.codec?.rawValue,
            writer.fileType != .mov, ProResProfile.allCases.contains(where: { $0.code.description == code })
        else { return nil }
        return "codec (AVVideoCodecKey) is '\(code)': ProRes video requires a QuickTime movie; use file type "
            + FileType.mov.rawValue
    }

    private static func sampleReferenceMessage(of input: InputConfiguration, _ writer: WriterConfiguration) -> String? {
        guard input.sampleReferenceBaseURL != nil else { return nil }
        if writer.fileType != .mov {
            return "sampleReferenceBaseURL is supported in QuickTime movies only, not in files of type "
                + "\(writer.fileType.rawValue)"
        }
        if writer.movieFragmentInterval?.isIndefinite == false {
            return "sampleReferenceBaseURL and movieFragmentInterval exclude each other: fragments contain their "
                + "samples"
        }
        return input.isPassthrough
            ? nil
            : "sampleReferenceBaseURL requires passthrough: encoded samples are in no file that the movie can "
                + "refer to"
    }

    private static func associationMessage(of input: InputConfiguration, _ writer: WriterConfiguration) -> String? {
        guard !input.associations.isEmpty, !writer.carriesAssociations else { return nil }
        return writer.writesSegments
            ? "files of profile mpeg4CMAFCompliant have one track, so it cannot be associated with another"
            : "files of type \(writer.fileType.rawValue) do not support track associations"
    }

    private static func segmentMessage(
        of input: InputConfiguration, beside inputs: [InputConfiguration], _ writer: WriterConfiguration
    ) -> String? {
        if writer.writesSegments, writer.outputFileTypeProfile == .mpeg4CMAFCompliant, !inputs.isEmpty {
            return
                "profile mpeg4CMAFCompliant allows one input: a CMAF file has one track "
                + "(ISO/IEC 23000-19 7.3.1); use a separate writer for each track"
        }
        if writer.hasCustomSegmentation {
            return input.isPassthrough
                ? nil
                : "custom segmentation requires passthrough: output settings and an indefinite interval exclude each "
                    + "other"
        }
        guard writer.hasSegmentInterval, !inputs.isEmpty else { return nil }
        if input.isPassthrough || inputs.contains(where: \.isPassthrough) {
            return "passthrough with a segment interval allows one input; use a separate writer for each stream"
        }
        if inputs.contains(where: { $0.mediaType == input.mediaType }) {
            return
                "encoding into segments allows one input per media type, and there is already one for "
                + "\(input.mediaType.rawValue)"
        }
        return nil
    }
}
