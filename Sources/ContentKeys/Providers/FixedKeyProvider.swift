package import ContentProtection

/// The same keys for all key periods.
package struct FixedKeyProvider: KeyProvider {
    private let keys: KeySet

    package init(_ keys: KeySet) { self.keys = keys }

    package var isConstant: Bool { true }

    package func keys(ofPeriod period: Int) -> KeySet { keys }
}
