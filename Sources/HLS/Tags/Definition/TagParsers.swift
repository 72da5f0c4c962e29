/// The parsers of the tags by their place, which build one playlist together.
struct TagParsers {
    var common: CommonTags
    var media: MediaPlaylistParser
    var multivariant: MultivariantPlaylistParser

    init(_ context: ReadingContext) {
        common = CommonTags(context)
        media = MediaPlaylistParser(context)
        multivariant = MultivariantPlaylistParser(context)
    }
}
