import CGStreamer
import CGStreamerLibraries
import Media

/// Stream properties that demuxers and decoders report in addition to the format.
struct StreamTags: Equatable {
    /// The language as a BCP 47 tag; nil if undetermined.
    private(set) var language: String?
    /// The display name.
    private(set) var name: String?

    init() {}

    /// Copies the properties from a tag list.
    init(_ tags: UnsafeMutablePointer<GstTagList>) {
        language = Self.text(tags, GST_TAG_LANGUAGE_CODE).flatMap(Self.tag)
        name = Self.text(tags, GST_TAG_TITLE)
    }

    /// Adds the properties of later tags.
    mutating func merge(_ tags: StreamTags) {
        language = tags.language ?? language
        name = tags.name ?? name
    }

    /// Sets the properties on a track; missing ones leave it unchanged.
    func label(_ track: inout Track) {
        track.language = language ?? track.language
        track.name = name ?? track.name
    }

    /// Returns the BCP 47 tag for a container's language: an ISO 639 code of two or three letters, or a BCP 47 tag.
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
