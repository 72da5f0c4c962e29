/// The plugin that provides a stage kind.
public struct PluginIdentity: Sendable, Hashable {
    /// The name of the plugin's folder.
    public var name: String
    /// The identifier of the plugin's build.
    public var revision: String

    /// Creates the identity of a build of a plugin.
    public init(name: String, revision: String) {
        self.name = name
        self.revision = revision
    }
}
