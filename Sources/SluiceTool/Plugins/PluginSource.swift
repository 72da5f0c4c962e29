import Foundation
import PipelineRuntime
import StageKit
import SystemFiles

/// The Swift files in a plugin's folder, and the type that registers its stages.
struct PluginSource {
    /// The maximum number of Swift files in `Sources` or in `Tests`.
    private static let limit = PluginFolder.sourceLimit

    /// The name of the folder, which is also the module's name.
    let name: String
    let sources: [String]
    let tests: [String]
    /// The name of the only type that conforms to `StagePlugin`.
    let type: String

    /// Scans a plugin's folder. Throws a diagnostic if it is not a valid plugin.
    init(folder: String, name: String) throws(Diagnostic) {
        guard Self.isModuleName(name) else {
            throw Diagnostic(
                code: "bad-name", message: "'\(name)' is not a valid plugin name",
                notes: ["names start with a capital letter and contain letters and digits"])
        }
        self.name = name
        sources = try Self.files("\(folder)/Sources")
        tests = (try? Self.files("\(folder)/Tests")) ?? []
        guard !sources.isEmpty else {
            throw Diagnostic(
                code: "no-sources", message: "'\(folder)/Sources' has no Swift file",
                notes: ["'sluice plugin new NAME' creates a working plugin"])
        }
        type = try Self.pluginType(sources, folder)
    }

    /// Returns whether the name starts with a capital letter and contains only ASCII letters and digits, at most 64.
    static func isModuleName(_ name: String) -> Bool {
        guard let first = name.first, first.isASCII, first.isUppercase else { return false }
        return name.utf8.count <= 64 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func files(_ folder: String) throws(Diagnostic) -> [String] {
        guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
        var files: [String] = []
        for case let name as String in names where name.hasSuffix(".swift") && !name.hasPrefix(".") {
            files.append("\(folder)/\(name)")
            guard files.count <= limit else {
                throw Diagnostic(code: "limit-reached", message: "'\(folder)' has more than \(limit) Swift files")
            }
        }
        return files.sorted()
    }

    private static func pluginType(_ sources: [String], _ folder: String) throws(Diagnostic) -> String {
        let declaration = /(?m)^[^\/\n]*\b(?:struct|class|enum|actor)\s+(\w+)\s*:[^{]*\bStagePlugin\b/
        var types: [String] = []
        for path in sources {
            guard let bytes = try? RegularFile.read(path, limit: 16 << 20),
                let text = String(validating: bytes, as: UTF8.self)
            else {
                throw Diagnostic(code: "unreadable-file", message: "cannot read '\(path)'")
            }
            types += text.matches(of: declaration).map { String($0.1) }
        }
        guard types.count == 1, let type = types.first else {
            let found = types.isEmpty ? "no StagePlugin type" : "several plugin types: \(types.joined(separator: ", "))"
            throw Diagnostic(
                code: "no-plugin-type", message: "'\(folder)' has \(found)",
                notes: [
                    "declare one type, such as struct \(URL(filePath: folder).lastPathComponent)Plugin: StagePlugin"
                ])
        }
        return type
    }
}
