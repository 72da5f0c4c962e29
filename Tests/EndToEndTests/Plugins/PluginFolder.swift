import Foundation

/// A plugin made by a test.
struct PluginFolder {
    let scratch: Scratch
    let name: String
    var url: URL { scratch.file(name) }

    /// Creates a plugin by `sluice plugin new`.
    static func made(_ name: String, role: String = "transform", in scratch: Scratch) async throws -> PluginFolder {
        _ = try await scratch.sluice("plugin", "new", name, "--role", role).succeeded()
        return PluginFolder(scratch: scratch, name: name)
    }

    /// Builds the plugin; slow on a busy machine.
    @discardableResult
    func build() async throws -> Outcome {
        try await scratch.sluice("plugin", "build", name, limit: 180).succeeded()
    }

    /// Replaces text in one of its files.
    func edit(_ path: String, _ text: String, to other: String) throws {
        let file = url.appending(path: path)
        let before = try String(contentsOf: file, encoding: .utf8)
        guard before.contains(text) else { throw Unable("\(path) does not have '\(text)'") }
        try Data(before.replacing(text, with: other).utf8).write(to: file)
    }
}
