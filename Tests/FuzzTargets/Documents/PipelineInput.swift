import PackagingStages
import PipelineFile
import StageKit

/// Pipeline files, planned with stages that need no device.
enum PipelineInput {
    private static let catalogue: StageCatalogue = {
        var catalogue = StageCatalogue()
        registerBuiltinStages(&catalogue)
        return catalogue
    }()

    /// Loads a file that may extend itself, plans it, and prints its diagnostics.
    static func read(_ input: [UInt8]) {
        let result = PipelineFile.load(
            path: "input.yaml", settings: ["output": "Output"], environment: ["INPUT": "movie.mp4"],
            catalogue: catalogue
        ) { _, limit throws(Diagnostic) in
            guard input.count <= limit else { throw Diagnostic(code: "too-large", message: "too large") }
            return input
        }
        require(result.plan != nil || !result.diagnostics.isEmpty, "a file without a plan has diagnostics")
        _ = result.text
    }
}
