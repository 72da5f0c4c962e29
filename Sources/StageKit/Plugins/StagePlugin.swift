/// The entry point of a plugin. `sluice plugin build` requires exactly one type that conforms to this protocol.
///
/// The type needs no stored properties; an instance is created each time the plugin is loaded.
public protocol StagePlugin {
    /// Creates the plugin without side effects.
    init()
    /// Registers the stage kinds of the plugin.
    func register(_ catalogue: inout StageCatalogue)
}
