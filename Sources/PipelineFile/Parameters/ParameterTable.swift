import StageKit

/// The values of a pipeline's parameters and where each came from.
struct ParameterTable {
    struct Value {
        var text: String
        /// Where it came from, for notes.
        var origin: String
    }

    private var values: [String: Value] = [:]
    /// The names that are declared, in the order of the file.
    private let names: [String]

    /// Chooses each value: what is set, else the environment, else the default.
    ///
    /// The environment variable has the parameter's name, with an underscore for each hyphen.
    init(
        _ parameters: [ParameterDefinition], settings: [String: String], environment: [String: String],
        _ diagnostics: inout [Diagnostic]
    ) {
        names = parameters.map(\.name.text)
        for parameter in parameters {
            let name = parameter.name.text
            let variable = String(name.map { $0 == "-" ? "_" : $0 })
            if let text = settings[name] {
                values[name] = Value(text: text, origin: "from --set \(name)")
            } else if let text = environment[variable] {
                values[name] = Value(text: text, origin: "from the environment variable '\(variable)'")
            } else if let text = parameter.defaultValue {
                let place = parameter.name.location.map { " in \($0.file):\($0.line)" } ?? ""
                values[name] = Value(text: text, origin: "the default\(place)")
            } else {
                diagnostics.append(
                    Diagnostic(
                        code: "missing-parameter", message: "parameter '\(name)' has no default and is not set",
                        at: parameter.name.location, notes: ["set it with --set \(name)=VALUE"]))
            }
        }
        for name in settings.keys.sorted() where !names.contains(name) {
            diagnostics.append(undeclared(name, "there is no parameter '\(name)' to set", at: nil))
        }
    }

    subscript(name: String) -> Value? { values[name] }

    func isDeclared(_ name: String) -> Bool { names.contains(name) }

    func undeclared(_ name: String, _ message: String, at location: SourceLocation?) -> Diagnostic {
        let close = Spelling.closest(to: name, among: names).map { "did you mean '\($0)'?" }
        let all = names.isEmpty ? "the file declares no parameters" : "parameters: \(names.joined(separator: ", "))"
        return Diagnostic(code: "undeclared-parameter", message: message, at: location, notes: [close ?? all])
    }
}
