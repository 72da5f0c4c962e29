package import Media
package import SystemFiles

/// A media segment of a playlist, decrypted.
package struct SegmentContent: Sendable {
    package var bytes: ByteSlice
    /// The place of the bytes in their resource.
    package var offset: Int
    /// The file that contains the bytes; nil for bytes in memory.
    package var file: MappedFile?
    /// The initialization section of fragmented MP4; nil for other formats.
    package var initialization: ByteSlice?
    /// The URI in messages.
    package var name: String
    /// Whether preceding media are missing.
    package var isAfterGap: Bool

    package init(
        _ bytes: ByteSlice, at offset: Int = 0, of file: MappedFile? = nil, initialization: ByteSlice? = nil,
        name: String, isAfterGap: Bool = false
    ) {
        (self.bytes, self.offset, self.file, self.initialization) = (bytes, offset, file, initialization)
        (self.name, self.isAfterGap) = (name, isAfterGap)
    }
}
