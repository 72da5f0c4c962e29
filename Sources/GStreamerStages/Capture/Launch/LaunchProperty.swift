import CGStreamer
import StageKit

/// A property in a launch description, such as `port=5004`.
struct LaunchProperty: Hashable {
    var element: String
    var name: String
    var value: String

    /// The properties in the order of a description. Values in formats (`video/x-raw,width=320`) are no properties.
    static func all(in description: String) -> [LaunchProperty] {
        let words =
            /([A-Za-z][\w:-]*)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s!]+)|[a-z]+\/[^!]*|([A-Za-z][\w-]*)(?=[\s!)]|$)/
        var element: String?
        var properties: [LaunchProperty] = []
        for match in description.matches(of: words) {
            if let word = match.3 { element = String(word) }
            guard let element, let name = match.1, var value = match.2 else { continue }
            if let quote = value.first, quote == "\"" || quote == "'" { value = value.dropFirst().dropLast() }
            properties.append(LaunchProperty(element: element, name: String(name), value: String(value)))
        }
        return properties
    }

    /// The message and the remedy of a number that is out of range. Elements keep their default instead.
    var rangeProblem: (message: String, note: String)? {
        guard let number = Double(value) else { return nil }
        var (minimum, maximum, isUnsigned) = (0.0, 0.0, false)
        guard sluice_gst_property_range(element, name, &minimum, &maximum, &isUnsigned) else { return nil }
        // The usual form of the largest number.
        if isUnsigned && number == -1 { return nil }
        guard number < minimum || number > maximum else { return nil }
        return (
            "'\(name)' of \(element) cannot be \(value)",
            "values are \(Self.text(minimum)) to \(Self.text(maximum))"
        )
    }

    private static func text(_ number: Double) -> String {
        abs(number) < 1e18 && number == number.rounded() ? "\(Int64(number))" : "\(number)"
    }

    /// The message and the remedy of a URL that the element cannot open. Elements keep their default instead.
    func urlProblem(listens: Bool) -> (message: String, note: String)? {
        var schemes: UnsafeMutablePointer<CChar>?
        let problem = sluice_gst_examine_url(element, name, value, listens, &schemes)
        let names = ownedString(schemes)
        let url = LaunchSource.shown(value)
        let form = LaunchProblems.form(of: names?.split(separator: ",").first.map(String.init) ?? "rtsp")
        return switch problem {
        case SLUICE_GST_URL_VALID: nil
        case SLUICE_GST_URL_OTHER_SCHEME:
            (
                "\(element) cannot open '\(url)'",
                names.map { "schemes of \(element): \($0)" } ?? "no installed element opens this scheme"
            )
        case SLUICE_GST_URL_WITHOUT_HOST: ("the URL '\(url)' of \(element) has no host", "use the form \(form)")
        case SLUICE_GST_URL_PORT: ("the port in '\(url)' of \(element) is above 65535", "ports are 1 to 65535")
        default: ("'\(url)' of \(element) is not a URL", "use the form \(form)")
        }
    }
}
