import Foundation
import Glibc
import Media
package import StageKit
import Synchronization
import SystemFiles

/// Loads plugins into this process. Loads each build of a plugin once and never unloads it.
package final class PluginLoader: Sendable {
    /// The folders that are searched for plugins given by name; the first match is used.
    package let searchPath: [String]
    private let sdk: @Sendable () -> PluginSDK?
    private let loaded = Mutex<[String: StageCatalogue]>([:])

    /// Creates a loader for plugins built with an SDK; without an SDK, loading fails.
    ///
    /// `sdk` is evaluated when a plugin is loaded, because it reads the module files.
    package init(searchPath: [String], sdk: @escaping @Sendable () -> PluginSDK?) {
        self.searchPath = searchPath
        self.sdk = sdk
    }

    /// Loads the plugin with a name, or with a path relative to `folder`, and returns its stage kinds.
    package func load(_ reference: String, relativeTo folder: String) throws(Diagnostic) -> StageCatalogue {
        try load(try find(reference, relativeTo: folder))
    }

    /// Returns the plugin folder that a name or path refers to.
    package func find(_ reference: String, relativeTo folder: String) throws(Diagnostic) -> PluginFolder {
        guard !reference.contains("/"), reference != ".", reference != ".." else {
            let path = reference.hasPrefix("/") || folder.isEmpty ? reference : "\(folder)/\(reference)"
            guard Self.isFolder(path) else {
                throw Diagnostic(
                    code: "plugin-not-found", message: "there is no plugin folder '\(path)'",
                    notes: ["'sluice plugin new NAME' creates one"])
            }
            return PluginFolder(path: path)
        }
        for place in searchPath where Self.isFolder("\(place)/\(reference)") {
            return PluginFolder(path: "\(place)/\(reference)")
        }
        throw notFound(reference, beside: folder)
    }

    /// Converts a command-line argument into a reference: a folder in the current directory precedes the search path.
    package static func reference(_ word: String) -> String {
        word.contains("/") || !isFolder(word) ? word : "./\(word)"
    }

    /// The plugins in the current directory and on the search path. Of several with the same name, only the first is
    /// listed.
    package func all() -> [PluginFolder] {
        var names: Set<String> = []
        return (["."] + searchPath).flatMap { place in
            let entries = (try? FileManager.default.contentsOfDirectory(atPath: place))?.sorted() ?? []
            return entries.filter { Self.isPlugin("\(place)/\($0)") && names.insert($0).inserted }
                .map { PluginFolder(path: "\(place)/\($0)") }
        }
    }

    /// Loads the plugin in a folder and returns its stage kinds.
    package func load(_ folder: PluginFolder) throws(Diagnostic) -> StageCatalogue {
        try StaticRuntime.requireShared()
        let permissions = PluginPermissions(folder)
        try permissions.validate()
        let manifest = try manifest(of: folder)
        try permissions.validate(library: manifest.library)
        try validate(manifest, folder)
        let identity = PluginIdentity(name: manifest.name, revision: manifest.revision)
        let key = "\(folder.path)\n\(manifest.revision)"
        if let known = loaded.withLock({ $0[key] }) { return known }
        let register = try PluginLibrary.open("\(folder.products)/\(manifest.library)", of: folder)
        var catalogue = StageCatalogue(of: identity)
        register(&catalogue)
        if let kind = catalogue.repeatedKinds.first {
            throw Diagnostic(
                code: "duplicate-kind", message: "plugin '\(folder.name)' registers the kind '\(kind)' twice",
                notes: ["rename one of the two kinds"])
        }
        loaded.withLock { [catalogue] in $0[key] = catalogue }
        return catalogue
    }

    /// Returns the warning about a plugin whose sources were changed after the build of its library; nil if they are
    /// those of the build, or are unknown.
    package func outdatedBuild(of folder: PluginFolder) -> Diagnostic? {
        guard let built = (try? manifest(of: folder))?.sources, let present = folder.sourceRevision, built != present
        else { return nil }
        return Diagnostic(
            .warning, code: "plugin-outdated",
            message: "the sources of plugin '\(folder.name)' were changed after it was built; the old build is used",
            notes: ["build it again: sluice plugin build \(folder.path)"])
    }

    /// Returns the manifest of a plugin's build. Throws when the plugin is not built or the manifest cannot be decoded.
    package func manifest(of folder: PluginFolder) throws(Diagnostic) -> PluginManifest {
        let remedy = ["build it: sluice plugin build \(folder.path)"]
        guard let bytes = try? RegularFile.read(folder.manifestPath, limit: 16 * PluginManifest.limit) else {
            throw Diagnostic(
                code: "plugin-not-built", message: "plugin '\(folder.name)' is not built", notes: remedy)
        }
        guard bytes.count <= PluginManifest.limit,
            let manifest = try? JSONDecoder().decode(PluginManifest.self, from: Data(bytes)),
            !manifest.library.contains("/")
        else {
            throw Diagnostic(
                code: "plugin-damaged", message: "the build of plugin '\(folder.name)' is damaged: invalid plugin.json",
                notes: remedy)
        }
        return manifest
    }

    /// Rejects a plugin built for another SDK before any of its code runs.
    private func validate(_ manifest: PluginManifest, _ folder: PluginFolder) throws(Diagnostic) {
        let remedy = ["build it for this tool: sluice plugin build \(folder.path)"]
        guard let sdk = sdk() else {
            throw Diagnostic(
                code: "no-sdk", message: "cannot find the modules of the tool, which are required to verify plugins",
                notes: ["use the tool from its build folder, or install it with 'make install'"])
        }
        guard manifest.sdk == sdk.tag else {
            let compilers = [manifest.compiler, sdk.compiler].map { $0 ?? "an unknown version" }
            let difference =
                compilers[0] == compilers[1]
                ? "with another version of the SDK" : "with Swift \(compilers[0]), the tool with Swift \(compilers[1])"
            throw Diagnostic(
                code: "plugin-other-sdk", message: "plugin '\(folder.name)' was built \(difference)", notes: remedy)
        }
        guard let library = try? RegularFile.read("\(folder.products)/\(manifest.library)", limit: 1 << 30),
            ContentHash.text(Data(library)) == manifest.revision
        else {
            throw Diagnostic(
                code: "plugin-damaged",
                message: "the library of plugin '\(folder.name)' is missing or was changed after the build",
                notes: remedy)
        }
    }

    private func notFound(_ name: String, beside folder: String) -> Diagnostic {
        if Self.isPlugin(folder.isEmpty ? name : "\(folder)/\(name)") {
            return Diagnostic(
                code: "plugin-not-found", message: "there is no plugin '\(name)' on the search path",
                notes: ["for the folder next to the pipeline file, write './\(name)'"])
        }
        let close = SpellingSuggestion.closest(to: name, among: all().map(\.name)).map { "did you mean '\($0)'?" }
        let places =
            searchPath.isEmpty ? "SLUICE_PLUGIN_PATH is not set" : "searched \(searchPath.joined(separator: ":"))"
        return Diagnostic(
            code: "plugin-not-found", message: "there is no plugin '\(name)'",
            notes: [close ?? "\(places); a path contains a '/'"])
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func isPlugin(_ path: String) -> Bool {
        isFolder("\(path)/Sources") || access("\(path)/.sluice/plugin.json", R_OK) == 0
    }
}
