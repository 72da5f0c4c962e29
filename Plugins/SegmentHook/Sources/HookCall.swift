import Foundation
import FoundationNetworking
import Media
import Synchronization

/// A method of notification.
protocol HookCall: Sendable {
    /// Delivers the JSON. Throws if that fails or exceeds the time limit.
    func send(_ json: Data) async throws
}

/// Runs a program with the JSON on its standard input.
struct CommandCall: HookCall {
    let words: [String]
    let limit: MediaTime

    func send(_ json: Data) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        // A file instead of a pipe: a program that does not read its input must neither block nor break this process.
        let input = FileManager.default.temporaryDirectory.appending(path: "segment-\(UUID().uuidString).json")
        try (json + Data("\n".utf8)).write(to: input)
        defer { try? FileManager.default.removeItem(at: input) }
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = FileHandle.standardError
        let ended = ProcessExit()
        process.terminationHandler = { ended.end($0.terminationStatus) }
        try process.run()
        let pid = process.processIdentifier
        let watch = Task {
            try await Task.sleep(for: .milliseconds(limit.rescaled(to: 1000, rounding: .down).value))
            kill(pid, SIGKILL)
        }
        let status = await ended.status()
        watch.cancel()
        guard status == 0 else {
            throw HookFailure(
                description: "'\(words.joined(separator: " "))' exited with status \(status) (9: after \(limit))")
        }
    }
}

/// Posts the JSON to a URL.
struct PostCall: HookCall {
    let url: String
    let limit: MediaTime

    func send(_ json: Data) async throws {
        guard let url = URL(string: url) else { throw HookFailure(description: "'\(url)' is not a URL") }
        var request = URLRequest(url: url, timeoutInterval: limit.seconds)
        request.httpMethod = "POST"
        request.httpBody = json
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (_, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else { throw HookFailure(description: "\(url): status \(status)") }
    }
}

/// The termination of a process, awaited by one task.
private final class ProcessExit: Sendable {
    private struct State {
        var status: Int32?
        var waiting: CheckedContinuation<Int32, Never>?
    }
    private let state = Mutex(State())

    func end(_ status: Int32) {
        let waiting = state.withLock { state in
            state.status = status
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: status)
    }

    func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = state.withLock { state in
                if state.status == nil { state.waiting = continuation }
                return state.status
            }
            if let status { continuation.resume(returning: status) }
        }
    }
}
