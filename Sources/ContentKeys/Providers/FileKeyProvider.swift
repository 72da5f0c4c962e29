package import ContentProtection

/// Keys of a file, or of one file for each key period.
package struct FileKeyProvider: KeyProvider {
    /// The path, in which `{period}` is replaced by the index of the key period.
    package let path: String

    package init(path: String) { self.path = path }

    /// Whether all periods have the same keys.
    package var isConstant: Bool { !path.contains("{period}") }

    package func keys(ofPeriod period: Int) throws(ProtectionError) -> KeySet {
        try KeyFile.read(
            path: path.split(separator: "{period}", omittingEmptySubsequences: false).joined(separator: "\(period)"))
    }
}
