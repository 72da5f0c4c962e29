package import Foundation

/// Compiles and links programs of other packages with the modules of the build that contains the tests.
///
/// The package manager would build these modules a second time, which takes minutes.
package enum OutsideProgram {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// Builds a program that imports library products. Returns its path, which is in the build folder.
    package static func build(_ name: String, sources: [URL]) throws -> String {
        let targets = try targets()
        let modules = targets.flatMap { [root.appending(path: "Sources/\($0)"), build.appending(path: "\($0).build")] }
            .filter { FileManager.default.fileExists(atPath: $0.appending(path: "module.modulemap").path) }
            .flatMap { ["-I", $0.path] }
        let libraries = Set(targets).subtracting([String(try toolTarget())])
        // The package manager passes these to the packages of users as well.
        let headers = try command(
            "pkg-config", ["--cflags", root.appending(path: "Sources/CGStreamerLibraries/gstreamer.pc").path])
        let flags = headers.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
        return try compile(
            name, objects: objects(of: "SluicePackageTests", in: { libraries.contains($0) }),
            ["-swift-version", "6", "-warnings-as-errors", "-module-name", name]
                + ["-I", build.appending(path: "Modules").path] + modules + flags + sources.map(\.path))
    }

    /// Builds the tool with linked plugins, as `SLUICE_STATIC_PLUGINS` does. Returns its path.
    package static func tool(with plugins: [String]) throws -> String {
        let names = build.appending(path: "LinkedPlugins-\(plugins.joined(separator: "-")).o").path
        let source = root.appending(path: "Sources/CLinkedPlugins")
        try command(
            "cc",
            [
                "-c", "-DSLUICE_STATIC_PLUGINS=\(plugins.joined(separator: ","))", "-o", names,
                "-I", source.appending(path: "include").path, source.appending(path: "CLinkedPlugins.c").path,
            ])
        let tool = try objects(of: "sluice", in: { $0 != "CLinkedPlugins" && !plugins.contains($0) })
        return try compile(
            "sluice-\(plugins.joined(separator: "-"))",
            objects: tool + objects(of: "SluicePackageTests", in: plugins.contains) + [names],
            ["-Xlinker", "--defsym=main=\(toolTarget())_main", "-Xlinker", "--export-dynamic"])
    }

    private static func compile(_ name: String, objects: [String], _ options: [String]) throws -> String {
        let program = build.appending(path: name).path
        // A file, because the paths of all objects can exceed the length of a command line.
        let list = build.appending(path: "\(name).objects")
        try Data(objects.map { "'\($0)'\n" }.joined().utf8).write(to: list)
        try command(
            ProcessInfo.processInfo.environment["SWIFTC"] ?? "swiftc", options + ["-o", program, "@\(list.path)"],
            limit: 600)
        return program
    }

    /// The target of the tool, whose main function has its name.
    private static func toolTarget() throws -> Substring {
        let description = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        guard let match = description.firstMatch(of: /\.executable\(name: "sluice", targets: \["(\w+)"\]\)/) else {
            throw CommandFailure(command: "sluice", output: "Package.swift has no such product")
        }
        return match.1
    }

    /// The targets of the package that are not tests.
    private static func targets() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
    }

    /// The object files of the targets of a product, from the list that linked it: the build folder also has old ones.
    private static func objects(of product: String, in isUsed: (String) -> Bool) throws -> [String] {
        let list = build.appending(path: "\(product).product/Objects.LinkFileList")
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: ["'", "\""])
        }.filter { path in
            let parent = URL(filePath: path).deletingLastPathComponent()
            return isUsed(parent.deletingPathExtension().lastPathComponent)
        }
    }
}
