import HLS
import Media

/// The paths of a presentation's files and the references to them in playlists.
struct PlaylistLayout: Sendable {
    static let iFramesName = "iframes.m3u8"

    var playlistName: String
    var segmentPrefix: String

    /// Whether `name` is a valid name of a file in a folder, at most 200 bytes long.
    static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200 && name != "." && name != ".."
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// The name of the initialization segment with this number, from 1.
    func initializationName(_ number: Int) -> String { number == 1 ? "init.mp4" : "init-\(number).mp4" }

    /// The name of the file with this number, from 1, whose byte ranges are segments.
    func mediaName(_ rendition: Rendition, _ number: Int) -> String {
        (number == 1 ? "media" : "media-\(number)") + (rendition.isWebVTT ? ".vtt" : ".mp4")
    }

    /// The name of the media segment with this index, from 0. Names contain numbers from 1 with at least five digits.
    func segmentName(_ rendition: Rendition, _ index: Int) -> String {
        segmentName(index, isWebVTT: rendition.isWebVTT)
    }

    /// The name of the media segment with this index, for a rendition given by its format only.
    func segmentName(_ index: Int, isWebVTT: Bool) -> String {
        let digits = String(index &+ 1)
        return segmentPrefix + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
            + (isWebVTT ? ".vtt" : ".m4s")
    }

    /// The name of a part of the media segment with this index. Names contain part numbers from 1.
    func partName(_ rendition: Rendition, _ index: Int, part: Int) -> String {
        "\(segmentName(rendition, index).dropLast(4)).\(part &+ 1).m4s"
    }

    /// The name of a missing part of the media segment with this index.
    func missingPartName(_ rendition: Rendition, _ index: Int, part: Int) -> String {
        "\(segmentName(rendition, index).dropLast(4)).gap\(part &+ 1).m4s"
    }

    /// Whether the file name has the form of a part's name.
    func isPart(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasPrefix(segmentPrefix), name.hasSuffix(".m4s") else { return false }
        let numbers = name.dropFirst(segmentPrefix.count).dropLast(4).split(separator: ".")
        return numbers.count == 2 && numbers.allSatisfy { Int($0) != nil }
    }

    /// The path of a rendition's file.
    func path(_ rendition: Rendition, _ name: String) -> String { "\(rendition.id)/\(name)" }

    /// A reference from the multivariant playlist to a rendition's file.
    func reference(_ rendition: Rendition, _ name: String) -> String {
        Self.reference(rendition.id) + "/" + Self.reference(name)
    }

    /// The file name as a URI reference (RFC 3986 4.1).
    static func reference(_ name: String) -> String { name.percentEncoded() }

    /// The relative path as a URI reference.
    static func reference(path: String) -> String {
        path.split(separator: "/").map { $0.percentEncoded() }.joined(separator: "/")
    }

    /// The file name of a URI reference that this type produced.
    static func name(_ reference: String) -> String {
        String(decoding: reference.utf8.percentDecoded() ?? Array(reference.utf8), as: UTF8.self)
    }

    /// The MIME type of whole movies and initialization segments.
    static func movieContentType(_ rendition: Rendition) -> String {
        switch rendition.mediaType {
        case .audio: "audio/mp4"
        case .text: rendition.isWebVTT ? webVTTContentType : "application/mp4"
        default: "video/mp4"
        }
    }

    /// The MIME type of media segments in separate files.
    static func segmentContentType(_ rendition: Rendition) -> String {
        switch rendition.mediaType {
        case .text: movieContentType(rendition)
        default: "video/iso.segment"
        }
    }

    /// The MIME type of a media file whose rendition is not known.
    func contentType(ofMedia path: String) -> String {
        if path.hasSuffix(".vtt") { return Self.webVTTContentType }
        return path.hasSuffix(".m4s") && !isPart(path) ? "video/iso.segment" : "video/mp4"
    }

    /// The MIME type of WebVTT files.
    static let webVTTContentType = "text/vtt"
}
