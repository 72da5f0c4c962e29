/// A stage that divides segments into parts.
package protocol PartEmitting: Stage {
    /// Whether its segments are divided into parts.
    var emitsParts: Bool { get }
}
