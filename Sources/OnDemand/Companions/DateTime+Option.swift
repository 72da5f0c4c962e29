package import HLS
package import StageKit

extension DateTime: OptionValue {
    package static var valueForm: String { "date (2026-01-02T03:04:05Z)" }

    /// The earliest and the latest year of a presentation.
    private static let years = 1970...2199

    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        guard let date = DateTime(text), let year = Int(date.description.prefix(4)), Self.years.contains(year) else {
            throw OptionProblem(
                .wrongType, "'\(text)' is not a date from \(Self.years.lowerBound) to \(Self.years.upperBound)",
                expected: "a date such as 2026-01-02T03:04:05Z", at: node)
        }
        self = date
    }

    package var optionText: String { shortDescription }
}
