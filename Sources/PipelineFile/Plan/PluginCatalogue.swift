package import PipelineRuntime
package import StageKit

/// A catalogue that plugins add to, and what is wrong with those plugins.
package struct PluginCatalogue {
    package private(set) var catalogue: StageCatalogue
    package private(set) var diagnostics: [Diagnostic] = []
    private let loader: PluginLoader

    /// The kinds of `catalogue`, to be added to.
    package init(_ catalogue: StageCatalogue, _ loader: PluginLoader) {
        self.catalogue = catalogue
        self.loader = loader
    }

    /// Adds the kinds of a plugin that is named, or pathed relative to `folder`; one that does not load adds none.
    package mutating func add(_ reference: String, relativeTo folder: String, at location: SourceLocation? = nil) {
        do throws(Diagnostic) {
            for refused in catalogue.add(try loader.load(reference, relativeTo: folder)) {
                if let problem = problem(refused) { throw problem }
            }
        } catch {
            var diagnostic = error
            diagnostic.location = location
            diagnostics.append(diagnostic)
        }
    }

    /// What is wrong with a kind that is known already; nothing where the plugin is named twice.
    private func problem(_ refused: StageDescription) -> Diagnostic? {
        let owner = catalogue[refused.kind]?.plugin
        if owner == refused.plugin { return nil }
        let holder = owner.map { "plugin '\($0.name)'" } ?? "the tool itself"
        return Diagnostic(
            code: "duplicate-kind",
            message: "plugin '\(refused.plugin?.name ?? "")' brings the kind '\(refused.kind)', which \(holder) has",
            notes: ["give the plugin's stage another kind and build it anew"])
    }
}
