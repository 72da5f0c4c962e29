extension AssetWriter {
    /// The state of a writer.
    public enum Status: Int, Sendable, Hashable {
        /// Writing has not been started.
        case unknown = 0
        /// Samples may be appended.
        case writing = 1
        /// All output has been written.
        case completed = 2
        /// Writing failed; see `error`.
        case failed = 3
        /// Writing was cancelled.
        case cancelled = 4
    }
}
