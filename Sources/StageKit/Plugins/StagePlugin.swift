/// What a plugin brings: the one type of its folder that `sluice plugin build` looks for.
///
/// It may be a structure without anything in it; a new one is made each time that the plugin is loaded.
public protocol StagePlugin {
    /// Makes the plugin; touches nothing outside it.
    init()
    /// Adds the kinds of stage that the plugin brings.
    func register(_ catalogue: inout StageCatalogue)
}
