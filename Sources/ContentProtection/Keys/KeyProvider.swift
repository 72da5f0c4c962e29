/// A source of content keys, by key period.
package protocol KeyProvider: Sendable {
    /// Returns the keys of a period. A call may wait for a server, so stages call it outside of their thread.
    func keys(ofPeriod period: Int) throws(ProtectionError) -> KeySet

    /// Whether all periods have the same keys, so that keys cannot be rotated.
    var isConstant: Bool { get }
}
