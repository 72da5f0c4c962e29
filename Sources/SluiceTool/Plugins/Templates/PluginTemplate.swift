import Foundation
import StageKit

/// The files of a new plugin, which builds, passes its tests and runs.
struct PluginTemplate {
    private let name: String
    private let role: RoleTemplate

    /// The kind of the plugin's stage, such as `film-grain.thin` for the name `FilmGrain`.
    var kind: String { "\(Self.hyphenated(name)).\(role.verb)" }

    /// Creates a template for a plugin with one stage of the given role.
    init(name: String, role: StageDescription.Role) throws(Diagnostic) {
        guard PluginSource.isModuleName(name) else {
            throw Diagnostic(
                code: "bad-name", message: "'\(name)' is not a valid plugin name",
                notes: ["names start with a capital letter and contain letters and digits"])
        }
        self.name = name
        self.role =
            switch role {
            case .source: .source
            case .transform: .transform
            case .processor: .processor
            case .sink: .sink
            }
    }

    /// The contents of the files, by their paths in the folder.
    var files: [String: String] {
        [
            "Sources/\(name)Plugin.swift": Self.plugin,
            "Sources/\(name)Stage.swift": role.stage,
            "Tests/\(name)Tests.swift": role.tests,
            "pipeline.yaml": role.pipeline,
            "README.md": Self.readme,
            ".gitignore": ".sluice/\nOutput/\n",
        ].mapValues(filled)
    }

    private func filled(_ text: String) -> String {
        text.replacing("NAME", with: name).replacing("KIND", with: kind)
    }

    /// Returns the name in lower case with hyphens: `FilmGrain` becomes `film-grain`.
    static func hyphenated(_ name: String) -> String {
        var result = ""
        for (index, character) in name.enumerated() {
            if character.isUppercase, index > 0, result.last?.isUppercase != true, !result.hasSuffix("-") {
                result += "-"
            }
            result += character.lowercased()
        }
        return result
    }

    private static let plugin = """
        public import StageKit

        /// Registers the stages of this plugin. Add a line for each stage.
        public struct NAMEPlugin: StagePlugin {
            public init() {}
            public func register(_ catalogue: inout StageCatalogue) {
                catalogue.register(NAMEStage.self)
            }
        }

        """

    private static let readme = """
        # NAME

        A plugin for Sluice with the stage `KIND`.

            sluice plugin build .
            sluice plugin test .
            sluice run pipeline.yaml
            sluice stages KIND --plugin .

        Pipeline files list the plugin under `plugins:`, either by its folder or, if SLUICE_PLUGIN_PATH contains the
        parent folder, by its name.

        """
}
