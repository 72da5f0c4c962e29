import Glibc

/// The resource files of a plugin, in the folder `Resources` of the plugin.
public struct PluginResources: Sendable {
    /// The path of the folder; nil when the plugin has none.
    public let path: String?

    /// Locates the resources of the calling plugin. Omit both arguments.
    ///
    /// In a program that links the plugin, such as its tests, the folder is located next to the plugin's sources.
    public init(image: UnsafeRawPointer = #dsohandle, source: String = #filePath) {
        path = Self.candidates(image, source).first { access($0, R_OK | X_OK) == 0 }
    }

    /// Returns the path of a resource file, such as `font.png`; nil when it does not exist.
    public func path(of name: String) -> String? {
        guard let path, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
        let file = "\(path)/\(name)"
        return access(file, R_OK) == 0 ? file : nil
    }

    private static func candidates(_ image: UnsafeRawPointer, _ source: String) -> [String] {
        let files = [LoadedLibrary.path(at: image), source].compactMap(\.self)
        return files.flatMap(parents).map { $0 + "/Resources" }
    }

    /// The folder two levels above a file of a plugin, which is the parent of `.sluice` or `Sources`.
    private static func parents(_ file: String) -> [String] {
        let words = file.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count > 2, [".sluice", "Sources"].contains(words[words.count - 2]) else { return [] }
        return [words.dropLast(2).joined(separator: "/")]
    }
}
