import OnDemand
import Operations
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

/// The results of checked files: lines of text, or a JSON document.
struct CheckReport {
    /// The document; nil for text, which is printed at once.
    var document: CheckDocument?
    let printsValidFiles: Bool
    private(set) var isValid = true

    init(document: CheckDocument?, printsValidFiles: Bool) {
        (self.document, self.printsValidFiles) = (document, printsValidFiles)
    }

    /// Adds the result for a pipeline file.
    mutating func add(_ path: String, _ result: PipelineFileResult) {
        let plan = result.document == nil ? nil : result.plan
        isValid = isValid && plan != nil
        if document != nil {
            document?.add(path, plan, PipelineDiagnostics(result).all)
            return
        }
        Console.error(result.text)
        guard let plan, printsValidFiles else { return }
        let served = RunOutputs(plan).served.map { ", serves \($0)" }.joined()
        Console.write("\(path): ok, \(plan.stages.count) stages\(served)\n")
    }

    /// Checks a presentation file.
    mutating func add(_ path: String, _ check: PresentationCheck) {
        isValid = isValid && check.isValid
        if document != nil {
            document?.add(path, check)
            return
        }
        Console.error(check.result.text)
        guard check.isValid, printsValidFiles else { return }
        Console.write("\(path): ok, \(FigureText.count(check.renditionCount, "rendition"))\n")
    }

    /// Adds the result for the folder or the file of a service, and warnings about it, without its pipelines.
    mutating func add(_ path: String, _ service: ServiceFolders, _ warnings: [Diagnostic]) {
        let isService = !service.problems.contains { $0.severity == .error }
        isValid = isValid && isService
        if document != nil {
            document?.add(path, service, warnings, isValid: isService)
            return
        }
        Console.error(
            DiagnosticPrinter.text(service.problems + warnings, sources: service.sources, redactor: service.redactor))
        guard isService, printsValidFiles else { return }
        Console.write("\(path): ok, \(FigureText.count(service.definitions.count, "pipeline"))\n")
    }
}
