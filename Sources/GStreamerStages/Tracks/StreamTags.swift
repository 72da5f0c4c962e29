import CGStreamer
import CGStreamerLibraries
import Media

/// What demuxers and decoders tell about a stream besides its format.
struct StreamTags: Equatable {
    /// BCP 47 tag; nil when undetermined.
    private(set) var language: String?
    /// A name for people.
    private(set) var name: String?

    init() {}

    /// Copies what is in a tag list.
    init(_ tags: UnsafeMutablePointer<GstTagList>) {
        language = Self.text(tags, GST_TAG_LANGUAGE_CODE).flatMap(Self.tag)
        name = Self.text(tags, GST_TAG_TITLE)
    }

    /// Adds what later tags say.
    mutating func merge(_ tags: StreamTags) {
        language = tags.language ?? language
        name = tags.name ?? name
    }

    /// Puts them on a track, which keeps what they do not say.
    func label(_ track: inout Track) {
        track.language = language ?? track.language
        track.name = name ?? track.name
    }

    /// The BCP 47 tag for what a container has: two or three letters of any part of ISO 639, or such a tag already.
    static func tag(_ code: String) -> String? {
        let parts = code.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let isPlain = code.utf8.count <= 35 && code.utf8.allSatisfy { $0 == 0x2d || isLetterOrDigit($0) }
        guard isPlain, let primary = parts.first?.lowercased(), (2...3).contains(primary.utf8.count),
            primary != "und"
        else { return nil }
        let shortest = sluice_gst_language_code(primary).map { String(cString: $0) } ?? primary
        return ([shortest] + parts.dropFirst().map(String.init)).joined(separator: "-")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }

    private static func text(_ tags: UnsafeMutablePointer<GstTagList>, _ tag: String) -> String? {
        ownedString(sluice_gst_tag_text(tags, tag)).flatMap { $0.isEmpty ? nil : $0 }
    }
}
