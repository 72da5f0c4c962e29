import PublicationJournal
import HLS
import Media

/// The initialization segment in force, and the number of them so far.
struct CurrentInitialization: Sendable {
    private var data: ByteRope?
    /// The entry in playlists; nil before there is one.
    private(set) var section: InitializationSection?
    private(set) var count: Int
    /// Whether the record of a later run lacks it.
    private var isNew = false
    /// Whether it differs from that of the earlier run.
    private(set) var hasChanged = false

    /// Continues an earlier run, whose initialization segments are separate files.
    init(_ saved: SavedRendition?, layout: PlaylistLayout, isSeparate: Bool) {
        count = saved?.record.initializationCount ?? 0
        guard isSeparate, let saved, let section = saved.initializationSection(layout) else { return }
        data = ByteRope(saved.initialization)
        self.section = section
    }

    /// Whether the segment in force has these bytes.
    func matches(_ other: ByteRope) -> Bool { data == other }

    mutating func replace(by data: ByteRope, at place: RenditionFiles.Place) {
        self.data = data
        section = InitializationSection(uri: place.uri, byteRange: place.range)
        count += 1
        (isNew, hasChanged) = (true, true)
    }

    /// Sets the keys in force at the entry.
    mutating func declare(_ keys: [EncryptionKey]) { section?.keys = keys }

    /// Returns the bytes if they have changed since the last call.
    mutating func drainChange() -> ByteRope? {
        guard isNew else { return nil }
        isNew = false
        return data
    }
}

extension SavedRendition {
    /// The current initialization segment's entry in playlists; nil if its file is missing.
    func initializationSection(_ layout: PlaylistLayout) -> InitializationSection? {
        guard !initialization.isEmpty, record.initializationCount > 0 else { return nil }
        return InitializationSection(
            uri: PlaylistLayout.reference(layout.initializationName(record.initializationCount)))
    }
}
