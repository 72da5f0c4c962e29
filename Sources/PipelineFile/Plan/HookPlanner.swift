import Media
import PipelineRuntime
import StageKit

/// Parses and validates the hooks of a document.
enum HookPlanner {
    /// Returns the hooks; errors are added to `diagnostics`.
    static func hooks(_ definitions: [HookDefinition], _ diagnostics: inout [Diagnostic]) -> [PlannedHook] {
        definitions.map { definition in
            let owner = "hook '\(definition.name.text)'"
            var problems: [Diagnostic] = []
            let options = OptionReader<HookOptions>(kind: owner).read(definition.options, &problems)
            if problems.isEmpty, let text = options.contradiction ?? urlProblem(options.url) {
                problems.append(
                    Diagnostic(code: "invalid-options", message: "\(owner): \(text)", at: definition.name.location))
            }
            diagnostics += problems
            return PlannedHook(name: definition.name.text, options: options)
        }
    }

    private static func urlProblem(_ url: String) -> String? {
        guard !url.isEmpty else { return nil }
        let rest = ["https://", "http://"].first { url.lowercased().hasPrefix($0) }.map { url.dropFirst($0.count) }
        let isPlain = url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard let rest, let first = rest.first, first != "/", first != ":", isPlain else {
            return "'url' is not a valid URL with http: or https:"
        }
        return nil
    }
}
