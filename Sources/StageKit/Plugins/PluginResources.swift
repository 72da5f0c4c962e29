import Glibc

/// The files that a plugin brings beside its code: the folder `Resources` of the plugin's own folder.
public struct PluginResources: Sendable {
    /// The folder's path; nil where the plugin has none.
    public let path: String?

    /// The resources of the plugin that calls this; leave both arguments out.
    ///
    /// A plugin that is linked into a program, as in its tests, has its resources beside its sources.
    public init(image: UnsafeRawPointer = #dsohandle, source: String = #filePath) {
        path = Self.candidates(image, source).first { access($0, R_OK | X_OK) == 0 }
    }

    /// The path of a file, such as `font.png`; nil where the plugin has no such file.
    public func path(of name: String) -> String? {
        guard let path, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
        let file = "\(path)/\(name)"
        return access(file, R_OK) == 0 ? file : nil
    }

    private static func candidates(_ image: UnsafeRawPointer, _ source: String) -> [String] {
        let files = [LoadedLibrary.path(at: image), source].compactMap(\.self)
        return files.flatMap(parents).map { $0 + "/Resources" }
    }

    /// The folder two levels above a file of a plugin: above `.sluice` or `Sources`.
    private static func parents(_ file: String) -> [String] {
        let words = file.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count > 2, [".sluice", "Sources"].contains(words[words.count - 2]) else { return [] }
        return [words.dropLast(2).joined(separator: "/")]
    }
}
