package import Media

/// What a multivariant playlist says because somebody asked for it.
package struct PresentationOptions: Sendable, Hashable {
    package var definitions: [VariableDefinition] = []
    package var start: StartPoint?
    package var sessionData: [SessionData] = []
    /// Whether variants and renditions have identities that stay the same from playlist to playlist.
    package var hasStableIDs = false
    /// What stands before the URI of every media playlist.
    package var uriPrefix = ""

    /// Nothing.
    package init() {}

    /// Says it in a playlist whose variants and renditions are all there.
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

    /// An identity made of names; characters that it may not have become `=` and their code (RFC 8216bis 4.4.6.1).
    func stableID(_ names: String?...) -> String? {
        guard hasStableIDs else { return nil }
        return names.compactMap { $0 }.map(escaped).joined(separator: ".")
    }

    /// A name without the characters that an identity may not have.
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

/// Small pictures to find a place by, as players know them beside the specification (EXT-X-IMAGE-STREAM-INF).
package struct ImageRendition: Sendable, Hashable {
    /// Its playlist, relative to the multivariant playlist.
    package var uri: String
    package var bandwidth: Bandwidth
    /// The size of an image with all its pictures.
    package var resolution: PixelSize
    /// What its images are coded in, such as `jpeg`.
    package var codec: String

    package init(uri: String, bandwidth: Bandwidth, resolution: PixelSize, codec: String) {
        self.uri = uri
        self.bandwidth = bandwidth
        self.resolution = resolution
        self.codec = codec
    }

    func tag(uriPrefix: String) -> UnknownTag {
        var list = AttributeListWriter()
        list.add("BANDWIDTH", bandwidth.peak)
        list.add("RESOLUTION", resolution)
        list.add("CODECS", quoted: codec)
        list.add("URI", quoted: uriPrefix + uri)
        return UnknownTag(name: "EXT-X-IMAGE-STREAM-INF", value: list.description)
    }
}
