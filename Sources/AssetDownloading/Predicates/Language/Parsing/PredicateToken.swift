/// A word, number or sign of a predicate, and its position.
struct PredicateToken: Sendable {
    enum Kind: Sendable, Equatable {
        case number(Double)
        case text(String)
        /// A name with optional periods.
        case name(String)
        /// A placeholder such as `%@`, without the percent sign.
        case placeholder(String)
        /// A sign or a pair of signs such as `<=`.
        case sign(String)
        case end
    }

    var kind: Kind
    /// The position in characters, from 1.
    var column: Int

    /// The token in messages.
    var description: String {
        switch kind {
        case .number, .text: "a value"
        case .name(let name): "'\(name.prefix(40))'"
        case .placeholder(let name): "'%\(name)'"
        case .sign(let sign): "'\(sign)'"
        case .end: "the end"
        }
    }
}
