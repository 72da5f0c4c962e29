import Foundation

/// Graphviz's program that draws.
enum Graphviz {
    /// Why there is no picture: lower case, no full stop.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Draws what is written in Graphviz's language.
    static func svg(of dot: String) -> Result<String, Failure> {
        let folders = (Console.environment["PATH"] ?? "").split(separator: ":")
        guard let program = folders.map({ "\($0)/dot" }).first(where: FileManager.default.isExecutableFile) else {
            return .failure(Failure(description: "Graphviz is not installed (Debian's package graphviz has it)"))
        }
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = ["-Tsvg"]
        (process.standardInput, process.standardOutput) = (input, output)
        do {
            try process.run()
        } catch {
            return .failure(Failure(description: "'\(program)' cannot be started: \(error)"))
        }
        // It reads all before it writes; where it ends early, that is no reason to end too.
        signal(SIGPIPE, SIG_IGN)
        try? input.fileHandleForWriting.write(contentsOf: Data(dot.utf8))
        try? input.fileHandleForWriting.close()
        let picture = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, !picture.isEmpty else {
            return .failure(Failure(description: "'\(program)' does not draw the plan"))
        }
        return .success(picture)
    }
}
