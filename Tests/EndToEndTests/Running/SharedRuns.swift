import Foundation
import Synchronization

/// Runs of the tool whose output is shared by several tests; each runs once.
actor SharedRuns {
    static let shared = SharedRuns()

    private var runs: [[String]: Task<Presentation, any Error>] = [:]
    private let folder: URL

    private init() {
        folder = FileManager.default.temporaryDirectory.appending(path: "sluice-runs-\(getpid())")
        SharedRuns.removeAtExit(folder)
    }

    /// Returns the output of the tool with these arguments; `OUTPUT` stands for the output folder.
    func presentation(_ arguments: [String], limit: Double = 90) async throws -> Presentation {
        try await presentation(arguments) { scratch, output in
            let arguments = arguments.map { $0.replacing("OUTPUT", with: output.path) }
            _ = try await scratch.command(arguments, limit: limit).run().succeeded()
        }
    }

    /// Returns the presentation that `make` writes to the given output folder.
    func presentation(
        _ name: [String], _ make: @escaping @Sendable (Scratch, URL) async throws -> Void
    ) async throws -> Presentation {
        if let run = runs[name] { return try await run.value }
        let scratch = Scratch(folder: folder.appending(path: "\(runs.count)"))
        let run = Task {
            try FileManager.default.createDirectory(at: scratch.folder, withIntermediateDirectories: true)
            try await make(scratch, scratch.file("out"))
            return try Presentation(folder: scratch.file("out"))
        }
        runs[name] = run
        return try await run.value
    }

    private static let leftovers = Mutex<[URL]>([])

    private static func removeAtExit(_ folder: URL) {
        leftovers.withLock { $0.append(folder) }
        atexit {
            SharedRuns.leftovers.withLock { folders in
                for folder in folders { try? FileManager.default.removeItem(at: folder) }
            }
        }
    }
}

/// Returns the presentation that `sluice segment` writes for a movie.
func segmented(_ movie: Movie, _ options: String...) async throws -> Presentation {
    let input = try await movie.file()
    return try await SharedRuns.shared.presentation(["segment", input.path, "OUTPUT"] + options)
}

/// Returns the presentation that one of the project's pipelines writes for a movie.
func piped(_ pipeline: String, _ input: URL, _ settings: [String]) async throws -> Presentation {
    let sets = (["input=\(input.path)", "output=OUTPUT"] + settings).flatMap { ["--set", $0] }
    return try await SharedRuns.shared.presentation(["run", Sluice.pipeline(pipeline).path] + sets)
}

/// Returns the presentation that one of the project's live pipelines writes within four seconds.
func live(_ pipeline: String) async throws -> Presentation {
    let settings = ["output=OUTPUT", "size=640x360", "interval=1s", "window=20"].flatMap { ["--set", $0] }
    return try await SharedRuns.shared.presentation(
        ["run", Sluice.pipeline(pipeline).path, "--duration", "4s"] + settings)
}

/// The profiles of the segment writer.
let profiles = ["apple-hls", "cmaf"]
