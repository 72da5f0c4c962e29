/// A source that declares whether it delivers in real time.
package protocol PaceDeclaring: Source {
    /// Whether the source delivers in real time, on the clock of the run; nil if that depends on its input.
    var isLive: Bool? { get }
    /// Whether the option `live` determines it.
    var hasLiveOption: Bool { get }
}

extension PaceDeclaring {
    package var hasLiveOption: Bool { false }
}
