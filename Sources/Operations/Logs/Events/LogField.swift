/// A field of a log event.
package struct LogField: Sendable, Hashable {
    /// The value of a field.
    package enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int)
        case number(Double)
    }

    package var name: LogFieldName
    package var value: Value

    /// Creates a field with a text.
    package init(_ name: LogFieldName, _ text: String) { (self.name, value) = (name, .text(text)) }
    /// Creates a field with an integer.
    package init(_ name: LogFieldName, _ integer: Int) { (self.name, value) = (name, .integer(integer)) }
    /// Creates a field with a number, rounded to thousandths: milliseconds for times.
    package init(_ name: LogFieldName, _ number: Double) {
        (self.name, value) = (name, .number((number * 1000).rounded() / 1000))
    }
}

extension LogField.Value: CustomStringConvertible {
    package var description: String {
        switch self {
        case .text(let text): text
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        }
    }
}
