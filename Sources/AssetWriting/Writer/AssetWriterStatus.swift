extension AssetWriter {
    /// Where a writer is between its making and its end.
    public enum Status: Int, Sendable, Hashable {
        /// Writing has not been started.
        case unknown = 0
        /// Samples may be appended.
        case writing = 1
        /// Everything has been written.
        case completed = 2
        /// Writing failed; `error` says why.
        case failed = 3
        /// Writing was cancelled.
        case cancelled = 4
    }
}
