import Media

/// Configured options of a multivariant playlist.
package struct PresentationOptions: Sendable, Hashable {
    package var definitions: [VariableDefinition] = []
    package var start: StartPoint?
    package var sessionData: [SessionData] = []
    /// Whether variants and renditions have stable IDs that do not change between playlists.
    package var hasStableIDs = false
    /// The prefix of the URI of every media playlist.
    package var uriPrefix = ""

    /// The output protection of variants with video.
    package var outputProtection: [OutputProtection] = []

    /// Creates options without additions.
    package init() {}

    /// Applies the options to a playlist that contains all variants and renditions.
    func apply(to playlist: inout MultivariantPlaylist) {
        playlist.definitions = definitions
        playlist.start = start
        playlist.sessionData = sessionData
        guard !uriPrefix.isEmpty else { return }
        for index in playlist.renditions.indices {
            playlist.renditions[index].uri = playlist.renditions[index].uri.map { uriPrefix + $0 }
        }
        for index in playlist.variants.indices {
            playlist.variants[index].uri = uriPrefix + playlist.variants[index].uri
        }
        for index in playlist.iFrameVariants.indices {
            playlist.iFrameVariants[index].uri = uriPrefix + playlist.iFrameVariants[index].uri
        }
    }

    /// Returns a stable ID composed of names; disallowed characters are replaced by `=` and their code (RFC 8216bis
    /// 4.4.6.1).
    func stableID(_ names: String?...) -> String? {
        guard hasStableIDs else { return nil }
        return names.compactMap { $0 }.map(escaped).joined(separator: ".")
    }

    /// Returns a name with the characters that are not allowed in IDs escaped.
    func escaped(_ name: String) -> String {
        var result = ""
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "=" + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
