import Sluice

/// Prints the events of a pipeline, and its status four times a second.
struct StatusLoop {
    let pipeline: Pipeline

    /// Prints events until the run ends.
    func printEvents(_ events: PipelineEvents) async {
        for await event in events {
            switch event {
            case .segmentPublished(let segment):
                print("segment \(segment.path): \(segment.byteCount) bytes, \(segment.duration.seconds) s")
            case .problem(let problem): print("\(problem.severity.rawValue): \(problem.stage): \(problem.message)")
            case .ended(let status): print("ended: \(status.phase.rawValue)")
            default: break
            }
        }
    }

    /// Prints the status until the task is cancelled.
    func printStatus() async {
        while (try? await Task.sleep(for: .milliseconds(250))) != nil {
            let status = pipeline.status
            let position = status.sources.compactMap(\.position).max() ?? 0
            print("status: \(status.phase.rawValue), \(position) s of media")
        }
    }
}
