import Media

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
