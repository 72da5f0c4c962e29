import Media
import Operations
import PipelineRuntime
import SystemTime

/// Requests a start, a restart or a stop of a run, and waits for its result.
struct RunControl {
    /// The time after which the result is no longer awaited. Longer than the default of 'stop-timeout'.
    private static let limit = Duration.seconds(60)
    private static let interval = Duration.milliseconds(100)

    private let run: RunDirectory.Entry
    private let client: RunClient

    init(_ run: RunDirectory.Entry) {
        self.run = run
        client = RunClient(run)
    }

    /// Performs an action, and prints the result or the reason why there is none.
    func perform(_ action: RunClient.Action, endsPlaylists: Bool = false) async -> ExitCode {
        do throws(RunClient.Failure) {
            try await client.request(action, endsPlaylists: endsPlaylists)
        } catch {
            return RunChoice.report(error)
        }
        do throws(RunClient.Failure) { return try await result(of: action) } catch {
            // The process of a single run ends soon after it has closed its listener.
            if action == .stop, error.isUnreachable, run.serviceState == nil, await processEnds() { return stopped() }
            return RunChoice.report(error)
        }
    }

    /// Waits for the end of the process. Returns false if it is still running after the limit.
    private func processEnds() async -> Bool {
        let clock = SystemClock()
        let end = clock.now + Self.limit
        while run.isAlive {
            if clock.now >= end { return false }
            try? await clock.sleep(for: Self.interval, tolerance: Self.interval)
        }
        return true
    }

    private func stopped() -> ExitCode {
        Console.write("stopped \(run.pipeline) (process \(run.process))\n")
        return .done
    }

    private func result(of action: RunClient.Action) async throws(RunClient.Failure) -> ExitCode {
        let clock = SystemClock()
        let end = clock.now + Self.limit
        while clock.now < end {
            let status = try await client.status()
            if let code = judge(action, status) { return code }
            try? await clock.sleep(for: Self.interval, tolerance: Self.interval)
        }
        Console.error(
            "sluice: error: \(run.pipeline) has not reached the state after \(Int(Self.limit.seconds)) s; "
                + "'sluice status \(run.pipeline)' shows its state\n")
        return .runFailed
    }

    /// Prints the result that a status contains; nil if there is none yet.
    private func judge(_ action: RunClient.Action, _ status: RunStatus) -> ExitCode? {
        guard let supervision = status.supervision else { return nil }
        switch (action, supervision.state) {
        case (_, "stopping"): return nil
        case (.stop, "stopped"), (.stop, "finished"): return stopped()
        case (.stop, "running"): return nil
        case (.start, "running"), (.restart, "running"):
            guard status.phase == .running else { return nil }
            Console.write("started \(run.pipeline) (process \(run.process))\n")
            return .done
        case (.start, "finished"), (.restart, "finished"):
            Console.write("started \(run.pipeline) (process \(run.process)); its sources have ended\n")
            return .done
        default:
            let reason = supervision.explanation
            Console.error(supervision.diagnostics)
            Console.error(
                "sluice: error: \(run.pipeline) is \(supervision.state)" + (reason.isEmpty ? "" : ": \(reason)") + "\n")
            return .runFailed
        }
    }
}
