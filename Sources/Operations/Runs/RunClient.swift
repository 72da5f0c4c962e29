import Foundation
import Glibc
import HTTPClient
import Media
package import PipelineRuntime

/// A client of the admin listener of a run, over its Unix socket.
package struct RunClient: Sendable {
    /// The reason why a run cannot be found, or does not answer.
    package struct Failure: Error, Sendable, Hashable {
        package var message: String
        package var notes: [String] = []
        /// The diagnostics of a pipeline file, with its lines; empty for other failures.
        package var diagnostics = ""
        /// Whether the run has ended or does not answer, instead of rejecting the request.
        package var isUnreachable = false
    }

    /// The maximum size of a response, in bytes.
    private static let maximumSize = 64 << 20

    package let run: RunDirectory.Entry
    private let engine = FetchEngine(connectionsPerHost: 1, connections: 1)

    /// Creates a client of a run.
    package init(_ run: RunDirectory.Entry) { self.run = run }

    /// Returns the run with this process identifier, pipeline name, file or unambiguous prefix of a name. Without a
    /// name, returns the only run.
    package static func run(
        named name: String?, among runs: [RunDirectory.Entry]
    ) throws(Failure) -> RunDirectory.Entry {
        guard !runs.isEmpty else {
            let message = name.map { "there is no run '\($0)'" } ?? "there is no run"
            let folders = RunDirectory.folders.joined(separator: ", ")
            throw Failure(message: message, notes: ["no runs of this user in \(folders)"])
        }
        let listed = "runs: " + runs.map { "\($0.process) (\($0.pipeline))" }.joined(separator: ", ")
        guard let name else {
            guard runs.count == 1 else { throw Failure(message: "no run is specified", notes: [listed]) }
            return runs[0]
        }
        let file = realpath(name, nil).map { path in
            defer { free(path) }
            return String(cString: path)
        }
        let criteria: [(RunDirectory.Entry) -> Bool] = [
            { "\($0.process)" == name }, { $0.pipeline == name }, { $0.path == file ?? name },
            { $0.path.split(separator: "/").last.map(String.init) == name }, { $0.pipeline.hasPrefix(name) },
        ]
        for matches in criteria {
            let found = runs.filter(matches)
            if found.count == 1 { return found[0] }
            if found.count > 1 {
                let processes = found.map { "\($0.process) (\($0.pipeline))" }.joined(separator: ", ")
                throw Failure(
                    message: "'\(name)' matches \(found.count) runs", notes: ["specify the process: \(processes)"])
            }
        }
        throw Failure(message: "there is no run '\(name)'", notes: [listed])
    }

    /// Returns the runs, with each service replaced by its pipelines. Services that do not answer remain.
    package static func expanded(_ runs: [RunDirectory.Entry]) async -> [RunDirectory.Entry] {
        // Together, so that several runs that do not answer delay the list only once.
        await withTaskGroup(of: (Int, [RunDirectory.Entry]).self) { group in
            for (index, run) in runs.enumerated() {
                group.addTask { (index, (try? await RunClient(run).members()) ?? [run]) }
            }
            var members: [Int: [RunDirectory.Entry]] = [:]
            for await (index, entries) in group { members[index] = entries }
            return runs.indices.flatMap { members[$0] ?? [] }
        }
    }

    /// The pipelines of a service; the run itself if it is none.
    private func members() async throws(Failure) -> [RunDirectory.Entry] {
        struct Listing: Decodable {
            struct Pipeline: Decodable {
                var name: String
                var state: String?
            }
            var pipelines: [Pipeline]
        }
        var run = run
        let bytes = try await send("pipelines", isPost: false, seconds: 5)
        guard let listing = try? JSONDecoder().decode(Listing.self, from: Data(bytes)) else { return [run] }
        // A process that runs a single pipeline always has it.
        run.isBareService = listing.pipelines.isEmpty
        guard listing.pipelines.contains(where: { $0.state != nil }) else { return [run] }
        return listing.pipelines.map { pipeline in
            var entry = run
            (entry.pipeline, entry.serviceState) = (pipeline.name, pipeline.state)
            return entry
        }
    }

    /// The path of a route for the pipeline.
    private func path(_ route: String) -> String {
        guard run.serviceState != nil else { return route }
        let name = run.pipeline.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? run.pipeline
        return "pipelines/\(name)/\(route)"
    }

    /// The current status of the run.
    package func status() async throws(Failure) -> RunStatus {
        let bytes = try await send(path("status"), isPost: false, seconds: 5)
        do {
            return try JSONDecoder().decode(RunStatus.self, from: Data(bytes))
        } catch {
            throw Failure(
                message: "process \(run.process) sends a status of another version of this program",
                notes: ["use the same version for both"])
        }
    }

    /// The current status of the service.
    package func serviceStatus() async throws(Failure) -> ServiceStatus {
        let bytes = try await send("service", isPost: false, seconds: 5)
        do {
            return try JSONDecoder().decode(ServiceStatus.self, from: Data(bytes))
        } catch {
            throw Failure(
                message: "process \(run.process) sends a status of another version of this program",
                notes: ["use the same version for both"])
        }
    }

    /// An entry of the log of a run.
    package struct LogLine: Sendable, Codable {
        /// The number in the log of the process; nil for the errors of an invalid file.
        package var id: Int?
        /// The date in seconds since 1970; nil if unknown.
        package var time: Double?
        package var severity: String
        package var code: String
        package var stage: String?
        package var message: String
    }

    /// The last entries of the log, oldest first; at most `count`, from 1 to 1000.
    package func log(_ count: Int) async throws(Failure) -> [LogLine] {
        struct Entries: Decodable { var entries: [LogLine] }
        let bytes = try await send(path("log") + "?lines=\(count)", isPost: false, seconds: 5)
        return (try? JSONDecoder().decode(Entries.self, from: Data(bytes)))?.entries ?? []
    }

    /// Requests `start`, `restart` or `stop`; returns when the request was accepted. `endsPlaylists` is whether a stop
    /// ends live playlists that would otherwise stay open.
    package func request(_ action: Action, endsPlaylists: Bool = false) async throws(Failure) {
        _ = try await send(path(action.rawValue) + (endsPlaylists ? "?end" : ""), isPost: true, seconds: 60)
    }

    /// An action of an operator.
    package enum Action: String, Sendable {
        case start
        case restart
        case stop
    }

    /// Reloads the pipeline file of the run. Returns the changes in one line.
    package func reload() async throws(Failure) -> String {
        struct Changes: Decodable { var summary: String }
        let bytes = try await send(path("reload"), isPost: true, seconds: 60)
        return (try? JSONDecoder().decode(Changes.self, from: Data(bytes)))?.summary ?? ""
    }

    private func send(_ path: String, isPost: Bool, seconds: Int) async throws(Failure) -> [UInt8] {
        var request = FetchRequest(url: "http://localhost/\(path)", limits: .memory(size: Self.maximumSize))
        request.unixSocket = run.socket
        request.acceptsAnyStatus = true
        request.limits.totalSeconds = seconds
        if isPost { request.method = .post(BytesBody([])) }
        let answer: (bytes: [UInt8], outcome: FetchOutcome)
        do throws(TransferError) {
            answer = try await engine.load(request)
        } catch {
            throw Failure(
                message: "process \(run.process) (\(run.pipeline)) does not answer: \(error.detail ?? error.message)",
                isUnreachable: true)
        }
        guard (200..<300).contains(answer.outcome.head.status) else {
            throw Self.failure(answer.bytes, answer.outcome.head.status)
        }
        return answer.bytes
    }

    /// Returns the failure for the problem details (RFC 9457) of a response.
    private static func failure(_ bytes: [UInt8], _ status: Int) -> Failure {
        struct Details: Decodable {
            var title: String?
            var detail: String?
            var text: String?
        }
        let details = try? JSONDecoder().decode(Details.self, from: Data(bytes))
        return Failure(
            message: details?.detail ?? details?.title ?? "the run responded with status \(status)",
            diagnostics: details?.text ?? "")
    }
}
