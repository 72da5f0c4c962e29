package import Foundation

/// The description of a built plugin library, written by `sluice plugin build` and read before the library is loaded.
package struct PluginManifest: Codable, Sendable, Hashable {
    /// Maximum size of a manifest, in bytes.
    static let limit = 65_536

    /// The name of the plugin's folder.
    package var name: String
    /// The file name of the library, in the folder of the manifest.
    package var library: String
    /// The identifier of the build: the hash of the library.
    package var revision: String
    /// The tag of the SDK that the plugin was built with.
    package var sdk: String
    /// The version of the compiler that the plugin was built with; nil when unknown.
    package var compiler: String?
    /// The hash of the Swift files that the library was built from; nil if the plugin has none.
    package var sources: String?

    /// Creates the manifest of a library from the library's contents and the hash of its sources.
    package init(name: String, contents: Data, sources: String?, sdk: PluginSDK) {
        self.name = name
        revision = ContentHash.text(contents)
        library = "lib\(name)-\(revision).so"
        self.sdk = sdk.tag
        compiler = sdk.compiler
        self.sources = sources
    }
}
