/// The form of an option's value, for generating the JSON Schema of pipeline files.
///
/// A shape may accept more values than the option's parser, but never fewer.
public struct OptionShape: Sendable, Hashable {
    /// The alternatives of a shape.
    package indirect enum Form: Sendable, Hashable {
        case text
        case boolean
        case integer(ClosedRange<Int>?)
        case number(ClosedRange<Double>?)
        case choice([String])
        case pattern(String)
        case either([OptionShape])
        case list(OptionShape)
        case mapping([OptionDescription])
    }

    package let form: Form

    private init(_ form: Form) { self.form = form }

    /// Any single value.
    public static let text = OptionShape(.text)
    /// `true` or `false`.
    public static let boolean = OptionShape(.boolean)
    /// A whole number.
    public static let integer = OptionShape(.integer(nil))
    /// A number that is not negative.
    public static let number = OptionShape(.number(nil))

    /// A whole number within a range.
    public static func integer(in range: ClosedRange<Int>) -> OptionShape { OptionShape(.integer(range)) }
    /// One of several words.
    public static func choice(_ words: [String]) -> OptionShape { OptionShape(.choice(words)) }
    /// Text that matches a regular expression in the common syntax of ECMA-262 and Python.
    public static func pattern(_ expression: String) -> OptionShape { OptionShape(.pattern(expression)) }
    /// A value that has at least one of several shapes.
    public static func either(_ shapes: OptionShape...) -> OptionShape { OptionShape(.either(shapes)) }
    /// A list, or a single value as a list of one.
    public static func list(of element: OptionShape) -> OptionShape { OptionShape(.list(element)) }
    /// A mapping with these keys.
    public static func mapping(_ members: [OptionDescription]) -> OptionShape { OptionShape(.mapping(members)) }

    /// A decimal number with one of several units.
    static func quantity(_ units: some Sequence<String>) -> OptionShape {
        .pattern(#"^[0-9]+(\.[0-9]{1,9})? *("# + units.sorted().joined(separator: "|") + ")$")
    }

    /// Returns the shape with the limits of a range, if it is a number.
    func limited<Value: Comparable>(to range: ClosedRange<Value>) -> OptionShape {
        switch form {
        case .integer: OptionShape(.integer(range as? ClosedRange<Int>))
        case .number: OptionShape(.number(range as? ClosedRange<Double>))
        default: self
        }
    }
}
