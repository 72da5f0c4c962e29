import Foundation

/// The folder of a plugin, including the build products in it.
package struct PluginFolder: Sendable, Hashable {
    /// The folder's path.
    package let path: String

    /// Creates a reference to a folder. Does not check that the folder exists.
    package init(path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The name of the folder, which is also the name of the plugin.
    package var name: String {
        let standard = URL(filePath: path).standardizedFileURL.lastPathComponent
        return standard.isEmpty ? path : standard
    }
    /// The path of the folder for build products.
    package var products: String { "\(path)/\(Self.productsName)" }
    static let productsName = ".sluice"
    package var manifestPath: String { "\(products)/plugin.json" }
}
