import Foundation
import SystemFiles

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

    /// The hash of the names and contents of the Swift files in `Sources`; nil without any, as in a plugin that is
    /// distributed built. Times of files do not count: copies and version control change them.
    package var sourceRevision: String? {
        let folder = "\(path)/Sources"
        guard let names = FileManager.default.enumerator(atPath: folder) else { return nil }
        var files: [String] = []
        for case let name as String in names where name.hasSuffix(".swift") && !name.hasPrefix(".") {
            files.append(name)
            guard files.count <= Self.sourceLimit else { return nil }
        }
        guard !files.isEmpty else { return nil }
        var hash = ContentHash()
        for name in files.sorted() {
            guard let bytes = try? RegularFile.read("\(folder)/\(name)", limit: 16 << 20) else { return nil }
            hash.add(Data("\(name)\n\(bytes.count)\n".utf8))
            hash.add(Data(bytes))
        }
        return hash.text
    }
    /// The maximum number of Swift files of a plugin.
    package static let sourceLimit = 1000
    package var manifestPath: String { "\(products)/plugin.json" }
}
