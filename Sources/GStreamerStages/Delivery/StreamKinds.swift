import CGStreamer
import Media
import StageKit

/// The kinds of stream by their Swift names.
extension SluiceGstStreamKind {
    static var container: Self { SLUICE_GST_STREAM_CONTAINER }
    static var video: Self { SLUICE_GST_STREAM_VIDEO }
    static var audio: Self { SLUICE_GST_STREAM_AUDIO }
    static var text: Self { SLUICE_GST_STREAM_TEXT }
    static var other: Self { SLUICE_GST_STREAM_OTHER }
}

extension TrackSelection {
    /// Whether a stream of this kind is wanted.
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
    /// What a stream with these caps holds.
    var kind: SluiceGstStreamKind { sluice_gst_stream_kind(caps) }
    /// Whether an installed decoder takes it.
    var isDecodable: Bool { sluice_gst_is_decodable(caps) }
    /// The codec's name for people.
    var codecName: String { string("codec-id") ?? ownedString(sluice_gst_codec_name(caps)) ?? name }
}
