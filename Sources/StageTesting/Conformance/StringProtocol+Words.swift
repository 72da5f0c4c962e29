extension StringProtocol {
    /// Whether the text consists of lower-case words joined by hyphens, the form of option keys, problem codes and
    /// measurements.
    var isHyphenatedWords: Bool {
        guard let first, first.isLowercase, last != "-" else { return false }
        return allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }
}
