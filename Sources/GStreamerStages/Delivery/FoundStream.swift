import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// A stream that a demuxer or decoder found, with what it is selected by.
struct FoundStream {
    /// Borrowed from the pad.
    let caps: CapsFields
    /// The stream as selections and messages name it, without an obstacle.
    let track: SourceTrack

    /// The stream of a pad; `place` counts from 1, and `container` is the media type of the file.
    init(_ pad: UnsafeMutablePointer<GstPad>, _ caps: CapsFields, place: Int, in container: String?) {
        self.caps = caps
        let identity = ownedString(gst_pad_get_stream_id(pad))
        let (number, name) = Self.number(identity, in: container) ?? (place, "stream \(place)")
        let tags = sluice_gst_pad_tags(pad)
        defer { if let tags { sluice_gst_mini_unref(tags) } }
        track = SourceTrack(
            number, name: name, caps.mediaType, format: caps.codecName,
            language: tags.flatMap { StreamTags($0).language })
    }

    /// The container's own number in an identity as demuxers make them: `…/002:…` of Matroska, `…/002` of MP4,
    /// `…/00000101` of a transport stream.
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
    /// The kind of media in words of selections, images and subtitles in pictures among them; nil for data.
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
