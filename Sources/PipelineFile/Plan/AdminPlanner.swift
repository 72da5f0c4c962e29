import PipelineRuntime
import StageKit

/// Parses and validates the value of `admin`.
enum AdminPlanner {
    /// Returns the options; nil for no value, or for an invalid one, whose errors are added to `diagnostics`.
    static func options(_ node: OptionNode?, _ diagnostics: inout [Diagnostic]) -> AdminOptions? {
        guard let node, !node.isNull else { return nil }
        do throws(OptionProblem) {
            return try AdminOptions(option: node)
        } catch {
            diagnostics += error.all.map { problem in
                var diagnostic = Diagnostic(
                    code: problem.code.rawValue, message: "'admin': \(problem.message)", at: problem.location,
                    notes: ["expected \(problem.expected)"])
                diagnostic.isSecret = problem.isSecret
                return diagnostic
            }
            return nil
        }
    }
}
