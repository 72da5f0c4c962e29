/// The plugin that a kind of stage comes from.
public struct PluginIdentity: Sendable, Hashable {
    /// The name of the plugin's folder.
    public var name: String
    /// What tells one build of the plugin from another.
    public var revision: String

    /// A build of the plugin with this name.
    public init(name: String, revision: String) {
        self.name = name
        self.revision = revision
    }
}
