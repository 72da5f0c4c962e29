/// The permitted changes to the playlist (RFC 8216bis 4.4.3.5).
enum PlaylistTypeTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-PLAYLIST-TYPE"
    static let value = TagValue.word(["VOD", "EVENT"])
    static let traits: TagTraits = .singleton

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        let word = line.rest.text
        parser.playlist.type = MediaPlaylist.PlaylistType(rawValue: word)
        guard parser.playlist.type == nil else { return }
        try parser.context.reportDeviation(line.problem("the playlist type must be VOD or EVENT"))
        parser.playlist.type = MediaPlaylist.PlaylistType(rawValue: word.uppercased())
    }
}

extension PlaylistTag { package static let playlistType = PlaylistTag(PlaylistTypeTag.self) }
