import Media

/// The type of an expression.
indirect enum ValueType: Sendable, Hashable {
    case null
    case number
    case text
    /// Text that is a keyword of VIDEO-RANGE.
    case range
    case truth
    case code
    case list(ValueType)
    /// An empty list, or one with elements of different types.
    case mixedList

    /// The name with an article, for messages.
    var name: String {
        switch self {
        case .null: "NULL"
        case .number: "a number"
        case .text: "text"
        case .range: "a video range"
        case .truth: "YES or NO"
        case .code: "a four-character code"
        case .list, .mixedList: "a list"
        }
    }

    var isList: Bool {
        switch self {
        case .list, .mixedList: true
        default: false
        }
    }

    /// The type of the elements; nil if they differ.
    var element: ValueType? {
        if case .list(let element) = self { element } else { nil }
    }

    var isText: Bool { self == .text || self == .range }

    /// Whether values of both types can be equal.
    func isComparable(with other: ValueType) -> Bool {
        switch (self, other) {
        case (.null, _), (_, .null): true
        case (.code, .number), (.number, .code), (.code, .text), (.text, .code): true
        case (.text, .range), (.range, .text): true
        default: self == other
        }
    }
}

extension ValueType {
    static func list(of types: [ValueType]) -> ValueType {
        guard let first = types.first, types.allSatisfy({ $0 == first }) else { return .mixedList }
        return .list(first)
    }
}
