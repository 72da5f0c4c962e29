import Foundation
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

/// Diagnoses whether a plugin can be loaded, and why not.
struct PluginDiagnosis {
    private let loader: PluginLoader
    private let environment: [String: String]

    init(_ loader: PluginLoader, environment: [String: String]) {
        self.loader = loader
        self.environment = environment
    }

    /// Returns the passed checks and the problems, both in the order of the checks. Warnings do not prevent loading.
    func diagnose(_ folder: PluginFolder) -> (findings: [String], problems: [Diagnostic]) {
        var findings: [String] = []
        var problems: [Diagnostic] = []
        func runCheck(_ step: () throws(Diagnostic) -> String) {
            do throws(Diagnostic) { findings.append(try step()) } catch { problems.append(error) }
        }
        runCheck { () throws(Diagnostic) in
            let source = try PluginSource(folder: folder.path, name: folder.name)
            return
                "\(source.sources.count) source files, \(source.tests.count) test files, registered by \(source.type)"
        }
        runCheck { () throws(Diagnostic) in
            _ = try PluginBuild(folder, environment: environment)
            return "the compiler matches the tool"
        }
        runCheck { () throws(Diagnostic) in
            let manifest = try loader.manifest(of: folder)
            return "built with Swift \(manifest.compiler ?? "(unknown version)") for SDK \(manifest.sdk)"
        }
        guard problems.allSatisfy({ !["plugin-not-built", "plugin-damaged"].contains($0.code) }) else {
            return (findings, problems)
        }
        var catalogue = PluginCatalogue(.tool, loader)
        catalogue.add(folder.path.contains("/") ? folder.path : "./\(folder.path)", relativeTo: "")
        problems += catalogue.diagnostics + catalogue.warnings
        let kinds = catalogue.catalogue.descriptions.filter { $0.plugin?.name == folder.name }.map(\.kind)
        if !kinds.isEmpty { findings.append("stage kinds: \(kinds.joined(separator: ", "))") }
        return (findings, problems)
    }
}
