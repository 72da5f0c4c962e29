package import Media

/// One metadata item as a movie file stores it.
package struct StoredMetadata: Sendable, Hashable {
    /// The key in its namespace.
    package enum Key: Sendable, Hashable {
        /// An entry of an iTunes list, such as `©nam`.
        case iTunes(FourCC)
        /// A name of QuickTime metadata, such as `com.apple.quicktime.title`.
        case quickTime(String)
        /// User data of QuickTime, such as `©nam`.
        case userData(FourCC)
    }

    package var key: Key
    package var value: MetadataItem.Value
    /// The BCP 47 tag of a text; nil for all languages.
    package var language: String?
}
