/// A decimal number with a unit, stored as an exact fraction.
struct Quantity {
    var numerator: Int64
    var denominator: Int64
    var unit: String

    init(option node: OptionNode, valueForm: String) throws(OptionProblem) {
        let mismatch = OptionProblem.mismatch(node, with: valueForm)
        guard case .scalar(let text, _) = node.content else { throw mismatch }
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        unit = String(text.dropFirst(number.count).drop { $0 == " " })
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(parts[0]) else { throw mismatch }
        let decimals = parts.count == 2 ? parts[1] : ""
        guard decimals.count <= 9, parts.count == 1 || !decimals.isEmpty else { throw mismatch }
        denominator = decimals.reduce(1) { scale, _ in scale * 10 }
        let scaled = whole.multipliedReportingOverflow(by: denominator)
        guard !scaled.overflow, scaled.partialValue < .max / 2 else { throw mismatch }
        numerator = scaled.partialValue + (Int64(decimals) ?? 0)
    }

    func unitProblem(_ units: String, _ node: OptionNode) -> OptionProblem {
        let close = ChoiceSuggestion.unit(unit, among: units).map { close in
            "; did you mean '\(node.text.dropLast(unit.count))\(close)'?"
        }
        let message =
            unit.isEmpty ? "'\(node.text)' has no unit" : "'\(unit)' is not a unit for this value\(close ?? "")"
        return OptionProblem(.wrongUnit, message, expected: units, at: node)
    }

    func wholeNumber(times unit: Int64, _ node: OptionNode) throws(OptionProblem) -> Int {
        let product = numerator.multipliedReportingOverflow(by: unit)
        guard !product.overflow else {
            throw OptionProblem(.outOfRange, "'\(node.text)' is out of range", expected: "a smaller number", at: node)
        }
        guard product.partialValue % denominator == 0 else {
            throw OptionProblem(
                .outOfRange, "'\(node.text)' is not a whole number of the smallest unit", expected: "fewer decimals",
                at: node)
        }
        return Int(product.partialValue / denominator)
    }
}
