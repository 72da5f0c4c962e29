/// The state of a property that is loaded by its key.
public enum AVKeyValueStatus: Int, Sendable {
    /// The value has not been requested.
    case unknown = 0
    /// The value is being loaded.
    case loading = 1
    /// The value is available.
    case loaded = 2
    /// The value cannot be loaded.
    case failed = 3
    /// Loading was cancelled.
    case cancelled = 4
}
