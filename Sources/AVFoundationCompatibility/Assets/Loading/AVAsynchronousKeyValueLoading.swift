/// An object with properties that are loaded.
public protocol AVAsynchronousKeyValueLoading {}

extension AVAsynchronousKeyValueLoading {
    /// Returns the state of a property.
    public func status<T>(of property: AVAsyncProperty<Self, T>) -> AVAsyncProperty<Self, T>.Status {
        property.status(of: self)
    }

    /// Loads a property. Throws the reason why it cannot be loaded.
    public func load<T>(_ property: AVAsyncProperty<Self, T>) async throws -> T {
        try await property.load(from: self)
    }

    /// Loads several properties. Throws the reason why one of them cannot be loaded.
    public func load<A, B>(_ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>) async throws
        -> (A, B)
    {
        (try await propertyA.load(from: self), try await propertyB.load(from: self))
    }

    /// Loads several properties. Throws the reason why one of them cannot be loaded.
    public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        (
            try await propertyA.load(from: self), try await propertyB.load(from: self),
            try await propertyC.load(from: self)
        )
    }

    /// Loads several properties. Throws the reason why one of them cannot be loaded.
    public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        (
            try await propertyA.load(from: self), try await propertyB.load(from: self),
            try await propertyC.load(from: self), try await propertyD.load(from: self)
        )
    }

    /// Loads several properties. Throws the reason why one of them cannot be loaded.
    public func load<A, B, C, D, E>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>
    ) async throws -> (A, B, C, D, E) {
        (
            try await propertyA.load(from: self), try await propertyB.load(from: self),
            try await propertyC.load(from: self), try await propertyD.load(from: self),
            try await propertyE.load(from: self)
        )
    }

    /// Loads several properties. Throws the reason why one of them cannot be loaded.
    public func load<A, B, C, D, E, F>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>
    ) async throws -> (A, B, C, D, E, F) {
        (
            try await propertyA.load(from: self), try await propertyB.load(from: self),
            try await propertyC.load(from: self), try await propertyD.load(from: self),
            try await propertyE.load(from: self), try await propertyF.load(from: self)
        )
    }

    /// Loads several properties. Throws the reason why one of them cannot be loaded.
    public func load<A, B, C, D, E, F, G>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>,
        _ propertyG: AVAsyncProperty<Self, G>
    ) async throws -> (A, B, C, D, E, F, G) {
        (
            try await propertyA.load(from: self), try await propertyB.load(from: self),
            try await propertyC.load(from: self), try await propertyD.load(from: self),
            try await propertyE.load(from: self), try await propertyF.load(from: self),
            try await propertyG.load(from: self)
        )
    }

    /// Loads several properties. Throws the reason why one of them cannot be loaded.
    public func load<A, B, C, D, E, F, G, H>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>,
        _ propertyG: AVAsyncProperty<Self, G>, _ propertyH: AVAsyncProperty<Self, H>
    ) async throws -> (A, B, C, D, E, F, G, H) {
        (
            try await propertyA.load(from: self), try await propertyB.load(from: self),
            try await propertyC.load(from: self), try await propertyD.load(from: self),
            try await propertyE.load(from: self), try await propertyF.load(from: self),
            try await propertyG.load(from: self), try await propertyH.load(from: self)
        )
    }
}
