extension StringProtocol {
    /// The text as it stands in XML and HTML, between tags and in quoted values.
    ///
    /// `substitute` gives what stands for a character that has no place there; nil for the others.
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
