package import Media

/// A stage that encrypts segments. It cannot be bypassed, since its input is clear.
package protocol SegmentProtecting: Stage {
    /// The method of encryption.
    var method: SegmentProtection.Method { get }
}

extension StagePosition {
    /// The nearest stage above that encrypts segments; nil for clear ones.
    package var protector: (any SegmentProtecting)? {
        for input in inputs { if let found = input.stage as? any SegmentProtecting ?? input.protector { return found } }
        return nil
    }

    /// Whether a stage above divides segments into parts.
    package var receivesParts: Bool {
        inputs.contains { ($0.stage as? any PartEmitting)?.emitsParts == true || $0.receivesParts }
    }
}
