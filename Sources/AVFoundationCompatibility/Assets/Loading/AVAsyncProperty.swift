public import Foundation

/// A property of an asset or a track, with the type of its value: `.duration` and `.tracks` in
/// `asset.load(.duration, .tracks)`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    // Safe because the stored properties are constants.
    /// The state of a property.
    public enum Status {
        /// The value has not been requested.
        case notYetLoaded
        /// The value is being loaded.
        case loading
        /// The value is available.
        case loaded(Value)
        /// The value cannot be loaded.
        case failed(NSError)
    }

    private let read: @Sendable (Root) async throws -> Value
    private let current: @Sendable (Root) -> Status

    /// A property with functions that load its value and return its state.
    init(
        _ name: String, read: @escaping @Sendable (Root) async throws -> Value,
        status: @escaping @Sendable (Root) -> Status
    ) {
        self.read = read
        current = status
        super.init(name: name)
    }

    func load(from root: Root) async throws -> Value { try await read(root) }
    func status(of root: Root) -> Status { current(root) }
}
