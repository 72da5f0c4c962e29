import Foundation

/// The built tool and the project's pipelines.
enum Sluice {
    /// The path of the tool, next to the test bundle.
    static let tool = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "sluice")

    /// The root folder of the package.
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the path of a script of these tests.
    static func script(_ name: String) -> URL { package.appending(path: "Tests/EndToEndTests/Scripts/\(name)") }

    static func pipeline(_ name: String) -> URL { package.appending(path: "Pipelines/\(name).yaml") }

    static var pipelines: [URL] {
        get throws {
            try FileManager.default.contentsOfDirectory(
                at: package.appending(path: "Pipelines"), includingPropertiesForKeys: nil
            ).filter { $0.pathExtension == "yaml" }.sorted { $0.path < $1.path }
        }
    }
}

extension Scratch {
    /// A command for the tool with these arguments, not yet started.
    func command(_ arguments: [String], limit: Double = 60) -> Command {
        Command(program: Sluice.tool.path, arguments: arguments, folder: folder, limit: limit)
    }

    /// Runs the tool.
    func sluice(_ arguments: String..., limit: Double = 60) async throws -> Outcome {
        try await command(arguments, limit: limit).run()
    }

    /// Runs `sluice segment` and reads its output.
    func segment(
        _ input: URL, into name: String = "out", _ options: String..., limit: Double = 60
    ) async throws -> Presentation {
        let output = file(name)
        let arguments = ["segment", input.path, output.path] + options
        _ = try await command(arguments, limit: limit).run().succeeded()
        return try Presentation(folder: output)
    }
}
