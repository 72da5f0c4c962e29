package import StageKit

/// Text that stands in no log, message, graph or report.
///
/// Pipeline files need not have it either: a parameter takes its value from the environment.
package struct Secret: OptionValue, Hashable, CustomStringConvertible, CustomReflectable {
    /// What nobody is to see.
    package var value = ""

    package init() {}
    package init(_ value: String) { self.value = value }

    package static var valueForm: String { "secret text" }

    package init(option node: OptionNode) throws(OptionProblem) {
        do throws(OptionProblem) {
            value = try String(option: node)
        } catch {
            // The text is not to be repeated.
            throw OptionProblem(.wrongType, "a single value is wanted here", expected: Self.valueForm, at: node)
        }
    }

    package var isEmpty: Bool { value.isEmpty }
    package var optionText: String { isEmpty ? "" : Self.mask }
    package var description: String { Self.mask }
    package var customMirror: Mirror { Mirror(reflecting: Self.mask) }

    private static let mask = "***"
}
