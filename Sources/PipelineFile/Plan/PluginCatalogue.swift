package import PipelineRuntime
package import StageKit

/// A catalogue extended by plugins, and the errors of plugins that could not be added.
package struct PluginCatalogue {
    package private(set) var catalogue: StageCatalogue
    package private(set) var diagnostics: [Diagnostic] = []
    /// The plugins whose sources were changed after the build.
    package private(set) var warnings: [Diagnostic] = []
    private let loader: PluginLoader

    /// Creates a plugin catalogue that starts with the kinds of `catalogue`.
    package init(_ catalogue: StageCatalogue, _ loader: PluginLoader) {
        self.catalogue = catalogue
        self.loader = loader
    }

    /// Adds the kinds of a plugin given by name, or by a path relative to `folder`. A plugin that fails to load adds no
    /// kinds. Does nothing for a plugin that is linked into the program.
    package mutating func add(_ reference: String, relativeTo folder: String, at location: SourceLocation? = nil) {
        do throws(Diagnostic) {
            if try isLinked(reference, relativeTo: folder) { return }
            let plugin = try loader.find(reference, relativeTo: folder)
            for refused in catalogue.add(try loader.load(plugin)) {
                if let problem = problem(refused) { throw problem }
            }
            guard var warning = loader.outdatedBuild(of: plugin) else { return }
            warning.location = location
            warnings.append(warning)
        } catch {
            var diagnostic = error
            diagnostic.location = location
            diagnostics.append(diagnostic)
        }
    }

    private func isLinked(_ reference: String, relativeTo folder: String) throws(Diagnostic) -> Bool {
        let linked = catalogue.descriptions.compactMap(\.plugin).filter { $0 == LinkedPlugin(name: $0.name).identity }
        guard !linked.isEmpty else { return false }
        let name = reference.contains("/") ? try loader.find(reference, relativeTo: folder).name : reference
        return linked.contains { $0.name == name }
    }

    /// Returns the error for a kind that exists already; nil when the same plugin was added twice.
    private func problem(_ refused: StageDescription) -> Diagnostic? {
        let owner = catalogue[refused.kind]?.plugin
        if owner == refused.plugin { return nil }
        let holder = owner.map { "plugin '\($0.name)'" } ?? "the tool itself"
        return Diagnostic(
            code: "duplicate-kind",
            message: "plugin '\(refused.plugin?.name ?? "")' registers the kind '\(refused.kind)' of \(holder)",
            notes: ["rename the kind of the plugin's stage and rebuild the plugin"])
    }
}
