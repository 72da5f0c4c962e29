import AssetDownloading
import Operations

/// Prints the downloads that a command line would perform.
struct DownloadPreview {
    private let request: DownloadRequest

    init(_ request: DownloadRequest) { self.request = request }

    func run() async -> ExitCode {
        let session = AssetDownloadSession(configuration: request.session)
        var plans: [AssetDownloadPlan] = []
        for job in request.jobs {
            do throws(AssetDownloadError) {
                plans.append(try await session.plan(for: job.configuration))
            } catch {
                Console.error("error: \(error.message)\n")
                return .runFailed
            }
        }
        if request.writesJSON {
            Console.write(JSONText.text(["plans": plans]))
        } else {
            for (job, plan) in zip(request.jobs, plans) { print(plan, job.configuration) }
        }
        return .done
    }

    private func print(_ plan: AssetDownloadPlan, _ configuration: AssetDownloadConfiguration) {
        Console.write("\(configuration.title): about \(FigureText.bytes(plan.size))\n")
        for rendition in plan.renditions {
            let size = (rendition.isSizeExact ? "" : "about ") + FigureText.bytes(rendition.size)
            let end = rendition.hasEnd ? "" : ", not ended"
            Console.write(
                "  \(rendition.playlist): \(rendition.segments) segments, \(FigureText.clock(rendition.duration))\(end), "
                    + "\(size), from \(rendition.url)\n")
        }
    }
}
