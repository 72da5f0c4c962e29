/// Formats log events as JSON objects in one line each.
package enum LogJSON {
    /// Returns the object with its members in a fixed order, without a line feed.
    package static func line(_ event: LogEvent) -> String {
        var members = [
            ("time", string(LogText.date(event.time))), ("level", string(event.level.rawValue)),
            ("event", string(event.kind.rawValue)),
        ]
        if let pipeline = event.pipeline { members.append(("pipeline", string(pipeline))) }
        if let stage = event.stage { members.append(("stage", string(stage))) }
        members.append(("message", string(event.message)))
        members += event.fields.map { ($0.name.rawValue, value($0.value)) }
        return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    private static func value(_ value: LogField.Value) -> String {
        switch value {
        case .text(let text): string(text)
        case .integer(let integer): "\(integer)"
        case .number(let number): number.isFinite ? "\(number)" : "null"
        }
    }

    private static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // JavaScript regards U+2028 and U+2029 as ends of lines, and terminals interpret C1 controls.
            case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
