import CLinkedPlugins
import PipelineRuntime
import Sluice
import StageKit

extension StageCatalogue {
    /// All built-in stages, and the stages of linked plugins.
    static let tool: StageCatalogue = {
        var catalogue = StageCatalogue.builtIn
        catalogue.addLinkedPlugins()
        return catalogue
    }()

    /// Adds the stages of the plugins that the build linked into the tool (`SLUICE_STATIC_PLUGINS`).
    private mutating func addLinkedPlugins() {
        for name in String(cString: sluice_linked_plugins()).split(separator: ",") {
            let plugin = LinkedPlugin(name: name.filter { $0 != " " })
            do throws(Diagnostic) {
                if let kind = add(try plugin.catalogue()).first?.kind {
                    fatalError("plugin '\(name)' registers the kind '\(kind)' of the tool; rename it")
                }
            } catch {
                fatalError("\(error.message); \(error.notes.joined(separator: "; "))")
            }
        }
    }
}
