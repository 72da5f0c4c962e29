/// A preference for variants in a form that can be stored with a download.
enum StoredVariantQualifier: Codable, Hashable, Sendable {
    case condition(VariantCondition)
    /// The variant with this text in the playlist.
    case variant(String)
    case maximum(String)
    case minimum(String)
    /// The options of a download task without a configuration.
    case options(DownloadTaskOptions)
}
