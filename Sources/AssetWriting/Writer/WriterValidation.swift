import Packaging
import Media

/// The rules for combining inputs and writer properties, from the AVFoundation reference and the WWDC20 talk on segment
/// output.
enum WriterValidation {
    static let delegateReleased = AssetWriterError(
        .lostReceiver,
        "the delegate is gone and nothing receives the segments; delegate is a weak reference: retain the delegate until "
            + "writing is over")
    static let tooManyInputs = AssetWriterError(
        .tooManyInputs, "a writer takes at most \(WriterConfiguration.maximumInputCount) inputs")

    /// Returns why `input` cannot be added to the existing inputs; nil when it can.
    static func rejection(
        of input: InputConfiguration, beside inputs: [InputConfiguration], _ writer: WriterConfiguration
    ) -> AssetWriterError? {
        if let problem = input.configurationError { return problem }
        guard writer.fileType.mediaTypes.contains(input.mediaType) else {
            return AssetWriterError(
                .invalidSettings, "files of \(writer.fileType.rawValue) do not carry \(input.mediaType.rawValue)")
        }
        if input.isPassthrough, input.sourceFormatHint == nil, writer.fileType != .mov {
            return AssetWriterError(
                .missingFormat, "passthrough to anything but a QuickTime movie needs a source format hint")
        }
        if let fault = sampleReferenceMessage(of: input, writer) ?? associationMessage(of: input, writer)
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
        guard !inputs.isEmpty else { return AssetWriterError(.invalidState, "writing starts with at least one input") }
        for (index, input) in inputs.enumerated() {
            if let refusal = rejection(of: input, beside: Array(inputs[..<index]), writer) { return refusal }
        }
        if inputs.contains(where: \.performsMultiPassEncodingIfSupported),
            inputs.contains(where: \.expectsMediaDataInRealTime)
        {
            return AssetWriterError(
                .invalidSettings,
                "performsMultiPassEncodingIfSupported is not possible beside an input that expects media data in real time"
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
                    "the content type of segments is \(ContentType.mp4.rawValue), not \(type.rawValue)")
            }
        }
        if writer.outputFileTypeProfile == nil {
            return AssetWriterError(
                .missingSetting,
                "outputFileTypeProfile has no value; segments need mpeg4AppleHLS or mpeg4CMAFCompliant")
        }
        if writer.preferredOutputSegmentInterval == nil {
            return AssetWriterError(
                .missingSetting,
                "preferredOutputSegmentInterval has no value; it is a time, or indefinite for custom segmentation")
        }
        return nil
    }

    private static func sampleReferenceMessage(of input: InputConfiguration, _ writer: WriterConfiguration) -> String? {
        guard input.sampleReferenceBaseURL != nil else { return nil }
        if writer.fileType != .mov {
            return "sampleReferenceBaseURL is for QuickTime movies, not for files of \(writer.fileType.rawValue)"
        }
        if writer.movieFragmentInterval?.isIndefinite == false {
            return "sampleReferenceBaseURL and movieFragmentInterval exclude each other: fragments hold their samples"
        }
        return input.isPassthrough
            ? nil : "sampleReferenceBaseURL is for passthrough: what is encoded is in no file that could be referred to"
    }

    private static func associationMessage(of input: InputConfiguration, _ writer: WriterConfiguration) -> String? {
        guard !input.associations.isEmpty, !writer.carriesAssociations else { return nil }
        return writer.writesSegments
            ? "files of profile mpeg4CMAFCompliant have one track, which has no association with another"
            : "files of \(writer.fileType.rawValue) do not carry track associations"
    }

    private static func segmentMessage(
        of input: InputConfiguration, beside inputs: [InputConfiguration], _ writer: WriterConfiguration
    ) -> String? {
        if writer.writesSegments, writer.outputFileTypeProfile == .mpeg4CMAFCompliant, !inputs.isEmpty {
            return
                "profile mpeg4CMAFCompliant takes one input: a CMAF file has one track (ISO/IEC 23000-19 7.3.1); "
                + "other tracks have writers of their own"
        }
        if writer.hasCustomSegmentation {
            return input.isPassthrough
                ? nil
                : "custom segmentation is for passthrough: output settings and an indefinite interval exclude each other"
        }
        guard writer.hasSegmentInterval, !inputs.isEmpty else { return nil }
        if input.isPassthrough || inputs.contains(where: \.isPassthrough) {
            return "passthrough with a segment interval takes one input; other streams have writers of their own"
        }
        if inputs.contains(where: { $0.mediaType == input.mediaType }) {
            return
                "encoding into segments takes one input for each media type, and there is one of \(input.mediaType.rawValue)"
        }
        return nil
    }
}
