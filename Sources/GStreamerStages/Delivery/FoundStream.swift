import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// A stream that a demuxer or decoder found, with the properties that its selection depends on.
struct FoundStream {
    /// The stream's caps, borrowed from the pad.
    let caps: CapsFields
    /// The stream as selections and messages identify it, without an obstacle.
    let track: SourceTrack
    /// GStreamer's identifier of the stream, which remains the same when a demuxer replaces its pad.
    let identity: String?

    /// The stream of a pad. `place` is its position, from 1; `container` is the media type of the file.
    init(_ pad: UnsafeMutablePointer<GstPad>, _ caps: CapsFields, place: Int, in container: String?) {
        self.caps = caps
        identity = ownedString(gst_pad_get_stream_id(pad))
        let (number, name) = Self.number(identity, in: container) ?? (place, "stream \(place)")
        let tags = sluice_gst_pad_tags(pad)
        defer { if let tags { sluice_gst_mini_unref(tags) } }
        track = SourceTrack(
            number, name: name, caps.mediaType, format: caps.codecName,
            language: tags.flatMap { StreamTags($0).language })
    }

    /// Returns the container's track number and name from a demuxer's stream identifier: `…/002:…` for Matroska,
    /// `…/002` for MP4, `…/00000101` for a transport stream.
    static func number(_ identity: String?, in container: String?) -> (Int, String)? {
        guard let parts = identity?.split(separator: "/"), parts.count > 1, let last = parts.last else { return nil }
        let digits = last.prefix { $0 != ":" }
        switch container {
        case "video/quicktime", "video/x-matroska", "video/webm", "audio/x-matroska", "audio/webm":
            return Int(digits).flatMap { $0 > 0 ? ($0, "track \($0)") : nil }
        case "video/mpegts": return Int(digits, radix: 16).flatMap { $0 > 0 ? ($0, "PID \($0)") : nil }
        default: return nil
        }
    }
}

extension CapsFields {
    /// The media type that selections use; images count as video, bitmap subtitles as text. Nil for data.
    var mediaType: MediaType? {
        switch kind {
        case .video: return .video
        case .audio: return .audio
        case .text: return .text
        default: break
        }
        let texts = ["subpicture/", "text/", "closedcaption/", "application/x-ssa", "application/x-ass"]
        if texts.contains(where: name.hasPrefix) || name == "application/x-teletext" { return .text }
        return name.hasPrefix("image/") ? .video : nil
    }
}
