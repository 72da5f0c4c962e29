extension StringProtocol {
    /// The text with `&`, `<`, `>` and quotation marks escaped for XML and HTML text and attribute values.
    ///
    /// `substitute` returns the replacement for a character that the target format does not allow, or nil to keep it.
    package func escapedMarkup(_ substitute: (Unicode.Scalar) -> String? = { _ in nil }) -> String {
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default:
                if let other = substitute(scalar) { result += other } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
