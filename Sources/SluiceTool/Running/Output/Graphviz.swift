import Foundation

/// Runs Graphviz's `dot` program.
enum Graphviz {
    /// The reason why drawing failed: lower case, no full stop.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Renders a DOT document as SVG.
    static func svg(of dot: String) -> Result<String, Failure> {
        let folders = (Console.environment["PATH"] ?? "").split(separator: ":")
        guard let program = folders.map({ "\($0)/dot" }).first(where: FileManager.default.isExecutableFile) else {
            return .failure(Failure(description: "Graphviz is not installed (Debian package graphviz)"))
        }
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = ["-Tsvg"]
        (process.standardInput, process.standardOutput) = (input, output)
        do {
            try process.run()
        } catch {
            return .failure(Failure(description: "cannot start '\(program)': \(error)"))
        }
        // dot reads its whole input before it writes. If it exits early, SIGPIPE must not end this process.
        signal(SIGPIPE, SIG_IGN)
        try? input.fileHandleForWriting.write(contentsOf: Data(dot.utf8))
        try? input.fileHandleForWriting.close()
        let picture = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, !picture.isEmpty else {
            return .failure(Failure(description: "'\(program)' failed to render the graph"))
        }
        return .success(picture)
    }
}
