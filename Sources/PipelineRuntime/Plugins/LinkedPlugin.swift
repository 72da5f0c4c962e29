package import StageKit

/// A plugin whose code is linked into this program.
package struct LinkedPlugin {
    /// The name of the plugin's folder and module.
    private let name: String

    /// Refers to a linked plugin by name.
    package init(name: String) { self.name = name }

    /// The plugin as the provider of its stage kinds. It has no build other than the program's.
    package var identity: PluginIdentity { PluginIdentity(name: name, revision: "linked") }

    /// Returns the stage kinds of the plugin.
    ///
    /// Throws `plugin-not-linked` if this program contains no public type of the plugin's name followed by `Plugin` that
    /// conforms to ``StagePlugin``.
    package func catalogue() throws(Diagnostic) -> StageCatalogue {
        guard let type else {
            throw Diagnostic(
                code: "plugin-not-linked", message: "this program contains no plugin '\(name)'",
                notes: ["declare 'public struct \(name)Plugin: StagePlugin' in Plugins/\(name)/Sources"])
        }
        var catalogue = StageCatalogue(of: identity)
        type.init().register(&catalogue)
        return catalogue
    }

    /// The type that registers the stages. Found by name, because the tool's sources cannot import a module that only
    /// some builds contain.
    private var type: (any StagePlugin.Type)? {
        let typeName = "\(name)Plugin"
        // The mangled names of a structure, a class and an enumeration of the plugin's module.
        return ["V", "C", "O"].lazy.compactMap { kind in
            _typeByName("\(name.utf8.count)\(name)\(typeName.utf8.count)\(typeName)\(kind)") as? any StagePlugin.Type
        }.first
    }
}
