package import ContentProtection
package import StageKit

/// The keys of the option `keys` of a stage that decrypts: the keys of all key periods, if they have separate files.
package struct GivenKeys: Sendable {
    /// The maximum number of key periods to read at once.
    private static let maximumPeriods = 1024

    private let provider: (any KeyProvider)?
    package private(set) var keys: [ContentKey] = []
    /// The next key period.
    private var period = 0

    /// Whether key periods have separate keys.
    package var isRotating: Bool { provider?.isConstant == false }

    /// Throws if the keys of the first period cannot be read. Without an option, there are no keys.
    package init(_ options: KeySourceOptions?) throws(StageError) {
        provider = try options?.provider()
        guard let provider else { return }
        do { keys = try provider.keys(ofPeriod: 0).keys } catch {
            throw StageError(.unreadableInput, "keys: \(error)")
        }
        period = 1
        if isRotating { loadMore() }
    }

    /// Reads the keys of further periods, or constant keys again, which may have been replaced.
    package mutating func loadMore() {
        guard let provider else { return }
        guard isRotating else {
            keys = (try? provider.keys(ofPeriod: 0).keys) ?? keys
            return
        }
        for _ in 0..<Self.maximumPeriods {
            guard let set = try? provider.keys(ofPeriod: period) else { break }
            keys += set.keys
            period += 1
        }
    }
}
