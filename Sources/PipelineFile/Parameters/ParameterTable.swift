import Media
import StageKit

/// The values of a pipeline's parameters, and their origins.
struct ParameterTable {
    struct Value {
        var text: String
        /// The origin of the value, for notes in diagnostics.
        var origin: String
        /// Whether nothing has set the parameter.
        var isDefault = false
    }

    private var values: [String: Value] = [:]
    /// The parameters set by environment variables, each with the name of its variable.
    private(set) var environment: [String] = []
    /// The declared names, in the order of the file.
    private let names: [String]

    /// Resolves each parameter: the value in `settings`, else in the environment, else the default.
    ///
    /// The environment variable is `SLUICE_PARAM_` and the parameter's name in capitals, with an underscore for each
    /// hyphen. The prefix prevents unrelated variables such as `key` or `output` from taking effect.
    init(
        _ parameters: [ParameterDefinition], settings: [String: String], environment: [String: String],
        _ diagnostics: inout [Diagnostic]
    ) {
        names = parameters.map(\.name.text)
        for parameter in parameters {
            let name = parameter.name.text
            let variable = Self.variable(of: name)
            if let text = settings[name] {
                values[name] = Value(text: text, origin: "from --set \(name)")
            } else if let text = environment[variable] {
                values[name] = Value(text: text, origin: "from the environment variable '\(variable)'")
                self.environment.append("\(name) (\(variable))")
            } else if let text = parameter.defaultValue {
                let place = parameter.name.location.map { " in \($0.file):\($0.line)" } ?? ""
                values[name] = Value(text: text, origin: "the default\(place)", isDefault: true)
            } else {
                diagnostics.append(
                    Diagnostic(
                        code: "missing-parameter", message: "parameter '\(name)' has no default and is not set",
                        at: parameter.name.location, notes: ["set it with --set \(name)=VALUE or \(variable)"]))
            }
        }
        for name in settings.keys.sorted() where !names.contains(name) {
            diagnostics.append(undeclared(name, "there is no parameter '\(name)' to set", at: nil))
        }
    }

    /// Returns the name of a parameter's environment variable.
    static func variable(of name: String) -> String {
        "SLUICE_PARAM_" + name.uppercased().map { $0 == "-" ? "_" : $0 }
    }

    subscript(name: String) -> Value? { values[name] }

    func isDeclared(_ name: String) -> Bool { names.contains(name) }

    func undeclared(_ name: String, _ message: String, at location: SourceLocation?) -> Diagnostic {
        let close = SpellingSuggestion.closest(to: name, among: names).map { "did you mean '\($0)'?" }
        let all = names.isEmpty ? "the file declares no parameters" : "parameters: \(names.joined(separator: ", "))"
        return Diagnostic(code: "undeclared-parameter", message: message, at: location, notes: [close ?? all])
    }
}
