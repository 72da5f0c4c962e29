import Operations
import PipelineFile
import Sluice
import StageKit

extension ServiceFolders {
    /// The sections of a service file that only the tool uses, with the remedy in a program.
    private static let toolSections: KeyValuePairs = [
        "movies": "serve movies with 'sluice serve'",
        "jobs": "jobs are shown in the console of 'sluice serve'",
        "log": "log the values of StreamingService.events",
    ]

    /// The errors in the folders and service files, for a program; nil without any.
    var errorsInPrograms: PipelineDiagnostics? {
        let sections = sources.keys.sorted().flatMap(Self.rejectedSections)
        guard sections.count + problems.count(where: { $0.severity == .error }) > 0 else { return nil }
        var result = PipelineFileResult.rejected(problems + sections)
        result.sources = sources
        result.redactor = redactor
        return PipelineDiagnostics(result)
    }

    private static func rejectedSections(in file: String) -> [Diagnostic] {
        guard ServiceFile.isServiceFile(file) || file.hasSuffix(ServiceFile.fileName),
            case .mapping(let entries)? = PipelineFile.values(path: file).root?.content
        else { return [] }
        return entries.compactMap { entry in
            guard let remedy = toolSections.first(where: { $0.key == entry.key })?.value else { return nil }
            return Diagnostic(
                code: "section-in-program", message: "a service in a program has no '\(entry.key)'",
                at: entry.keyLocation, notes: ["remove '\(entry.key)'; \(remedy)"])
        }
    }
}
