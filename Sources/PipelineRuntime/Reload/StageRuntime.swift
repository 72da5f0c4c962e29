import StageKit

/// The runtime objects of a stage, which a reload works on.
struct StageRuntime: Sendable {
    /// The index of its node in its chain.
    let place: Int
    // Safe because both belong to a chain and are accessed only while that chain's lock is held.
    nonisolated(unsafe) let fanOut: (any AnyFanOut)?
    // Safe because it belongs to a chain and is accessed only while that chain's lock is held.
    nonisolated(unsafe) let node: ChainNode?
    /// The chain that the stage heads; nil for stages that share the task of an upstream stage.
    var chain: Chain?
    /// The identifiers of the tracks that it created.
    var trackIDs: TrackIDGenerator?
}
