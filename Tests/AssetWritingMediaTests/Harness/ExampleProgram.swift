import Foundation

/// The program of `Examples/FragmentedMP4Writer`, compiled and linked with the modules of the build that contains the
/// tests.
///
/// The package manager would build these modules a second time, which takes minutes.
enum ExampleProgram {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let package = root.appending(path: "Examples/FragmentedMP4Writer")

    /// The path of the program, which is built once.
    static let path = Result { try build() }

    private static func build() throws -> String {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let program = folder.appending(path: "FragmentedMP4Writer").path
        let files = try FileManager.default.contentsOfDirectory(
            atPath: package.appending(path: "Sources/FragmentedMP4Writer").path)
        let sources = files.filter { $0.hasSuffix(".swift") }.map {
            package.appending(path: "Sources/FragmentedMP4Writer/\($0)").path
        }
        let modules = ["-I", folder.appending(path: "Modules").path]
        try command(
            ProcessInfo.processInfo.environment["SWIFTC"] ?? "swiftc",
            ["-swift-version", "6", "-warnings-as-errors", "-module-name", "FragmentedMP4Writer", "-o", program]
                + modules + (try modulemaps(folder)) + sources + (try objects(in: folder))
                + (try libraries()))
        return program
    }

    /// The options that locate the modules of system libraries and of C targets.
    private static func modulemaps(_ folder: URL) throws -> [String] {
        try targets().flatMap { [root.appending(path: "Sources/\($0)"), folder.appending(path: "\($0).build")] }
            .filter { FileManager.default.fileExists(atPath: $0.appending(path: "module.modulemap").path) }
            .flatMap { ["-I", $0.path] }
    }

    /// The options that link the system libraries of the package description.
    private static func libraries() throws -> [String] {
        let description = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let names = description.matches(of: /pkgConfig:\s*"([^"]+)"/).flatMap { $0.1.split(separator: " ") }
        let flags = try command("pkg-config", ["--libs"] + names.map(String.init))
        return flags.split(whereSeparator: \.isWhitespace).map(String.init).filter {
            $0.hasPrefix("-l") || $0.hasPrefix("-L")
        }
    }

    private static func targets() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
    }

    /// The object files of all libraries, from the list that linked the tests: the build folder also has old ones.
    private static func objects(in folder: URL) throws -> [String] {
        let libraries = Set(try targets()).subtracting(["SluiceTool"])
        let list = folder.appending(path: "SluicePackageTests.product/Objects.LinkFileList")
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: ["'", "\""])
        }.filter { path in
            let parent = URL(filePath: path).deletingLastPathComponent()
            return libraries.contains(parent.deletingPathExtension().lastPathComponent)
        }
    }
}
