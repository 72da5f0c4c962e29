import Foundation
import Media
import PipelineFile
import StageKit

/// The example pipelines, which commands find by name: the pipelines that are installed with the tool, and in a
/// checkout the pipelines of the repository.
enum ExamplePipelines {
    /// The folder of the pipeline files; nil if there is none.
    static let folder: URL? = folder(of: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath())

    /// Returns the folder for a program: `PREFIX/share/sluice/pipelines` for `PREFIX/bin/sluice`, and `Pipelines` next to
    /// `.build` for a program below it.
    private static func folder(of program: URL) -> URL? {
        let bin = program.deletingLastPathComponent()
        var candidates = [bin.deletingLastPathComponent().appending(path: "share/sluice/pipelines")]
        let components = program.pathComponents
        if let build = components.lastIndex(of: ".build") {
            candidates.append(URL(filePath: NSString.path(withComponents: components[..<build] + ["Pipelines"])))
        }
        return candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// The names of the pipelines, sorted.
    static var names: [String] {
        let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
        return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }

    /// Returns the path of the pipeline with this name; nil if there is none.
    static func path(named name: String) -> String? {
        guard !name.isEmpty, !name.contains("/"), let path = folder?.appending(path: "\(name).yaml").path else {
            return nil
        }
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// Returns the sentence in a file that describes the pipeline; nil without one.
    static func about(_ path: String) -> String? {
        guard case .mapping(let entries)? = PipelineFile.values(path: path).root?.content else { return nil }
        return entries.first { $0.key == "about" }?.value.text
    }

    /// Whether there is a file with this path. A folder, such as the output of a run, is none.
    private static func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }

    /// Returns the path of the file that an argument refers to: a file, which takes precedence, or an example. Throws a
    /// diagnostic with the names of the examples if there is neither; arguments that can only be paths are returned.
    static func resolve(_ argument: String) throws(Diagnostic) -> String {
        if argument.contains("/") || isFile(argument) { return argument }
        if let path = path(named: argument) { return path }
        if argument.isEmpty || argument.contains(".") { return argument }
        let names = names
        let close = SpellingSuggestion.closest(to: argument, among: names).map { "did you mean '\($0)'?" }
        let list =
            names.isEmpty ? "no examples are installed with this program" : "examples: \(names.joined(separator: ", "))"
        throw Diagnostic(
            code: "no-pipeline", message: "there is neither a file nor an example pipeline '\(argument)'",
            notes: [close, list].compactMap { $0 })
    }
}
