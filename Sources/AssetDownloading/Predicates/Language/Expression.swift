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

/// An expression that has a value for each variant.
struct Expression: Sendable {
    /// The structure of the expression.
    indirect enum Form: Sendable {
        case constant(PredicateValue)
        case property(VariantProperty)
        case list([Expression])
        case operation(Arithmetic, Expression, Expression)
        case negative(Expression)
        case function(PredicateFunction, [Expression])
    }

    var form: Form
    /// The position in the format, in characters from 1.
    var column: Int

    var type: ValueType {
        switch form {
        case .constant(let value): value.type
        case .property(let property): property.type
        case .list(let elements): ValueType.list(of: elements.map(\.type))
        case .operation, .negative: .number
        case .function(let function, _): function.isText ? .text : .number
        }
    }
}

/// An arithmetic operation on two numbers.
enum Arithmetic: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case dividedBy = "/"
    case power = "**"
}

/// A function of the language.
enum PredicateFunction: String, Sendable, CaseIterable {
    case abs
    case ceiling
    case floor
    case trunc
    case sqrt
    case min
    case max
    case sum
    case average
    case count
    case lowercase
    case uppercase

    var isText: Bool { self == .lowercase || self == .uppercase }
    /// Whether it accepts a list or several numbers.
    var takesList: Bool { [.min, .max, .sum, .average, .count].contains(self) }
}

extension ValueType {
    static func list(of types: [ValueType]) -> ValueType {
        guard let first = types.first, types.allSatisfy({ $0 == first }) else { return .mixedList }
        return .list(first)
    }
}

extension PredicateValue {
    var type: ValueType {
        switch self {
        case .null: .null
        case .number: .number
        case .text: .text
        case .truth: .truth
        case .code: .code
        case .list(let values): ValueType.list(of: values.map(\.type))
        }
    }
}
