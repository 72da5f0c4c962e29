import OnDemand
import Operations
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

/// The JSON form of the diagnostics of pipeline files.
struct CheckDocument: OutputDocument {
    struct Finding: Encodable {
        var severity: String
        var code: String
        var message: String
        var file: String?
        var line: Int?
        var column: Int?
        var length: Int?
        var notes: [String]

        init(_ diagnostic: Diagnostic) {
            severity = diagnostic.severity.rawValue
            code = diagnostic.code
            message = diagnostic.message
            file = diagnostic.location?.file
            line = diagnostic.location?.line
            column = diagnostic.location?.column
            length = diagnostic.location?.length
            notes = diagnostic.notes
        }
    }

    struct File: Encodable {
        var path: String
        var isValid: Bool
        var stages: Int?
        var pipelines: Int?
        var renditions: Int?
        var diagnostics: [Finding]

        private enum CodingKeys: String, CodingKey {
            case path
            case isValid = "valid"
            case stages, pipelines, renditions, diagnostics
        }
    }

    var schema = 1
    var files: [File] = []

    /// Adds the result for a file. `plan` is nil if the file is invalid.
    mutating func add(_ path: String, _ plan: PipelinePlan?, _ diagnostics: [Diagnostic]) {
        files.append(
            File(
                path: path, isValid: plan != nil, stages: plan?.stages.count,
                diagnostics: diagnostics.map(Finding.init)))
    }

    /// Adds the result for the folder or the file of a service.
    mutating func add(_ path: String, _ service: ServiceFolders, _ warnings: [Diagnostic], isValid: Bool) {
        files.append(
            File(
                path: path, isValid: isValid, pipelines: isValid ? service.definitions.count : nil,
                diagnostics: (service.problems + warnings).map { Finding($0.masked(by: service.redactor)) }))
    }

    /// Adds the result for a presentation file.
    mutating func add(_ path: String, _ check: PresentationCheck) {
        files.append(
            File(
                path: path, isValid: check.isValid, renditions: check.isValid ? check.renditionCount : nil,
                diagnostics: check.result.diagnostics.map(Finding.init)))
    }

    static let name = "check"
    static let schema = JSONSchema.document(
        "Output of 'sluice check --json'",
        JSONSchema.object(["schema": JSONSchema.version, "files": JSONSchema.array(of: file)]))

    private static let file = JSONSchema.object(
        [
            "path": JSONSchema.string("Path on the command line."),
            "valid": JSONSchema.boolean("Whether the file has no errors."),
            "stages": JSONSchema.integer(
                "Number of stages, including inserted ones; present for valid pipeline files."),
            "pipelines": JSONSchema.integer("Number of pipelines; present for valid services."),
            "renditions": JSONSchema.integer("Number of renditions; present for valid presentation files."),
            "diagnostics": JSONSchema.array(of: finding),
        ], optional: ["stages", "pipelines", "renditions"])

    private static let finding = JSONSchema.object(
        [
            "severity": JSONSchema.choice(["error", "warning"], "Severity."),
            "code": JSONSchema.string("Stable identifier, such as unknown-option."),
            "message": JSONSchema.string("Message, with secrets masked."), "file": JSONSchema.string("Path."),
            "line": JSONSchema.integer("Line, from 1."), "column": JSONSchema.integer("Column, from 1."),
            "length": JSONSchema.integer("Length in characters."), "notes": JSONSchema.strings("Hints."),
        ], optional: ["file", "line", "column", "length"])
}
