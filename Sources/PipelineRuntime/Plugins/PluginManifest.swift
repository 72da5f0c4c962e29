package import Foundation

/// What `sluice plugin build` says of the library that it made, read before anything of the library is.
package struct PluginManifest: Codable, Sendable, Hashable {
    /// The most bytes of a manifest.
    static let limit = 65_536

    /// The name of the plugin's folder.
    package var name: String
    /// The library's file, beside the manifest.
    package var library: String
    /// What tells one build from another: the hash of the library.
    package var revision: String
    /// The tag of the SDK it was built with.
    package var sdk: String
    /// The compiler it was built with.
    package var compiler: String?

    /// The manifest of a library, which is read to know it.
    package init(name: String, contents: Data, sdk: PluginSDK) {
        self.name = name
        revision = ContentHash.text(contents)
        library = "lib\(name)-\(revision).so"
        self.sdk = sdk.tag
        compiler = sdk.compiler
    }
}

/// The folder of a plugin and what the tool keeps in it.
package struct PluginFolder: Sendable, Hashable {
    /// The folder's path.
    package let path: String

    /// The folder at a path; whether it is there shows when it is used.
    package init(path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The name of the folder, which is the plugin's.
    package var name: String {
        let standard = URL(filePath: path).standardizedFileURL.lastPathComponent
        return standard.isEmpty ? path : standard
    }
    /// Where what is built goes.
    package var products: String { "\(path)/\(Self.productsName)" }
    static let productsName = ".sluice"
    package var manifestPath: String { "\(products)/plugin.json" }
}
