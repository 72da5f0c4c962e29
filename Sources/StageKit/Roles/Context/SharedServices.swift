import Media
import Synchronization

/// Values shared by the stages of a run, one per type, created on first use.
public final class SharedServices: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])
    /// Creates an empty collection.
    public init() {}

    /// Returns the value of this type; calls `make` if there is none yet.
    public func value<Value: Sendable>(_ type: Value.Type = Value.self, make: () throws -> Value) rethrows -> Value {
        try values.withLock { values in
            if let value = values[ObjectIdentifier(type)] as? Value { return value }
            let value = try make()
            values[ObjectIdentifier(type)] = value
            return value
        }
    }
}
