import CGStreamer
import CGStreamerLibraries
import StageKit

/// A message from an element.
struct BusMessage: Sendable {
    var kind: SluiceGstMessageKind
    var domain: SluiceGstDomain
    var code: Int
    var factory: String?
    var message: String
    var detail: String?
    /// Whether the elements could not negotiate a common format.
    private var isNegotiationFailure: Bool

    init(_ message: SluiceGstMessage) {
        kind = message.kind
        domain = message.domain
        code = Int(message.code)
        factory = message.factory.map { String(cString: $0) }
        self.message = message.message.map { String(cString: $0) } ?? "unknown"
        detail = message.detail.map { String(cString: $0) }
        isNegotiationFailure = message.is_not_negotiated
    }

    /// The equivalent error about `subject`, such as a file or a device.
    func error(about subject: String) -> StageError {
        switch domain {
        case SLUICE_GST_DOMAIN_RESOURCE: StageError(resourceCode, "\(subject): \(summary)")
        case SLUICE_GST_DOMAIN_STREAM: streamError(subject)
        case SLUICE_GST_DOMAIN_CORE where code == Int(GST_CORE_ERROR_MISSING_PLUGIN.rawValue):
            DebianPackages.missing(decoderFor: message)
        default: StageError(.elementFailed, "\(subject): \(summary)")
        }
    }

    private var resourceCode: StageError.Code {
        switch code {
        case Int(GST_RESOURCE_ERROR_BUSY.rawValue): .deviceBusy
        case Int(GST_RESOURCE_ERROR_NOT_FOUND.rawValue), Int(GST_RESOURCE_ERROR_OPEN_READ.rawValue),
            Int(GST_RESOURCE_ERROR_NOT_AUTHORIZED.rawValue), Int(GST_RESOURCE_ERROR_READ.rawValue),
            Int(GST_RESOURCE_ERROR_OPEN_READ_WRITE.rawValue):
            .unreadableInput
        default: .elementFailed
        }
    }

    private func streamError(_ subject: String) -> StageError {
        if isNegotiationFailure {
            return StageError(.unsupportedMedia, "\(subject) does not offer the requested format")
        }
        return switch code {
        case Int(GST_STREAM_ERROR_TYPE_NOT_FOUND.rawValue), Int(GST_STREAM_ERROR_WRONG_TYPE.rawValue):
            StageError(.damagedInput, "\(subject) has no media type that GStreamer recognizes")
        case Int(GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue):
            StageError(.unsupportedMedia, "\(subject): \(summary)")
        case Int(GST_STREAM_ERROR_DECRYPT.rawValue), Int(GST_STREAM_ERROR_DECRYPT_NOKEY.rawValue):
            StageError(.unsupportedMedia, "\(subject) is encrypted; only unencrypted media can be read")
        case Int(GST_STREAM_ERROR_DEMUX.rawValue), Int(GST_STREAM_ERROR_DECODE.rawValue),
            Int(GST_STREAM_ERROR_FORMAT.rawValue), Int(GST_STREAM_ERROR_FAILED.rawValue):
            StageError(.damagedInput, "\(subject): \(summary)")
        default: StageError(.elementFailed, "\(subject): \(summary)")
        }
    }

    /// GStreamer's message as part of a sentence, with the reason from the debug text if there is one.
    var summary: String {
        let sentence = message.hasSuffix(".") ? String(message.dropLast()) : message
        let reason = detail?.split(separator: "\n").last.map(String.init)?.split(separator: "(", maxSplits: 1).first
        let by = factory.map { " (\($0))" } ?? ""
        guard let reason, detail?.contains("\n") == true, !reason.contains("gst_") else { return sentence + by }
        var text = String(reason)
        while text.last == " " || text.last == "." { text.removeLast() }
        return "\(sentence)\(by): \(text)"
    }
}
