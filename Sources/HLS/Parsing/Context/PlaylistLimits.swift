/// The maximum size of a playlist and its parts.
package struct PlaylistLimits: Sendable, Hashable {
    /// The size in bytes, including expanded variables.
    package var size = 16 << 20
    /// The approximate memory for the text and its model, in bytes: short tags expand to many times their size.
    package var memory = 25 << 20
    /// The memory for the text and each scanned line, which validation needs in addition to the model.
    package var scanMemory: Int { 2 * memory }
    /// The length of a line in bytes, without the line break, including expanded variables.
    package var lineLength = 64 << 10
    /// Segments of a media playlist.
    package var entries = 1_000_000
    /// Variants and renditions of a multivariant playlist; they are compared pairwise.
    package var variants = 5000
    /// Parts of a media playlist, and separately date ranges.
    package var parts = 1_000_000
    /// Attributes of one tag.
    package var attributes = 256
    /// Keys in force for one segment, and separately session keys.
    package var keys = 64
    /// Variables, session data, preload hints and rendition reports, each.
    package var declarations = 1000
    /// Unknown tags.
    package var unknownTags = 1_000_000
    /// Recorded warnings and names of unknown tags; further ones are dropped.
    package var diagnostics = 1000

    package init() {}
}
