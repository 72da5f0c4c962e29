import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Swift names for the stream kinds.
extension SluiceGstStreamKind {
    static var container: Self { SLUICE_GST_STREAM_CONTAINER }
    static var video: Self { SLUICE_GST_STREAM_VIDEO }
    static var audio: Self { SLUICE_GST_STREAM_AUDIO }
    static var text: Self { SLUICE_GST_STREAM_TEXT }
    static var other: Self { SLUICE_GST_STREAM_OTHER }
}

extension TrackSelection {
    /// Returns whether streams of this kind are selected.
    func takes(_ kind: SluiceGstStreamKind) -> Bool {
        switch kind {
        case .video: selects(MediaType.video)
        case .audio: selects(MediaType.audio)
        case .text: selects(MediaType.text)
        default: false
        }
    }
}

extension CapsFields {
    /// The kind of a stream with these caps.
    var kind: SluiceGstStreamKind { sluice_gst_stream_kind(caps) }
    /// Whether an installed decoder accepts the stream.
    var isDecodable: Bool { sluice_gst_is_decodable(caps) }
    /// Whether the stream is coded video or audio that no installed decoder accepts in any form; a parser may provide
    /// another form than the present one.
    var hasNoDecoder: Bool {
        guard kind == .video || kind == .audio, let caps = gst_caps_new_empty_simple(name) else { return false }
        defer { sluice_gst_mini_unref(caps) }
        return !sluice_gst_is_decodable(caps)
    }
    /// The display name of the codec.
    var codecName: String { string("codec-id") ?? ownedString(sluice_gst_codec_name(caps)) ?? name }
}
