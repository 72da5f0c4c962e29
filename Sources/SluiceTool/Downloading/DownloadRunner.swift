import AssetDownloading
import Foundation
import Glibc
import Operations

/// Performs the requested downloads and reports progress and results.
struct DownloadRunner {
    private let request: DownloadRequest
    private let output: RunLog

    init(_ request: DownloadRequest) {
        self.request = request
        output = RunLog(request.settings)
    }

    private var log: Log { output.log }

    private struct Outcome: Encodable {
        var folder: String
        var download: AssetDownload?
        var error: String?
        /// Whether files were fetched that a later run continues with.
        var isResumable = true
        enum CodingKeys: String, CodingKey { case folder, download, error }
    }

    func run() async -> ExitCode {
        // A closed server connection or a closed output pipe must not end the process.
        signal(SIGPIPE, SIG_IGN)
        let session = AssetDownloadSession(configuration: request.session)
        let tasks = request.jobs.map {
            session.makeAssetDownloadTask(
                downloadConfiguration: $0.configuration, to: URL(filePath: $0.folder, directoryHint: .isDirectory))
        }
        let signals = SignalHandler { _, _ in for task in tasks { task.cancel() } }
        let display = DownloadProgressDisplay(tasks, output)
        for task in tasks {
            task.removeFolderIfEmpty()
            task.resume()
        }
        let ticker = Task { await display.run() }
        var outcomes: [Outcome] = []
        for (task, job) in zip(tasks, request.jobs) { outcomes.append(await outcome(of: task, job.folder)) }
        ticker.cancel()
        await ticker.value
        signals.cancel()
        display.end()
        report(outcomes)
        return outcomes.allSatisfy { $0.error == nil } ? .done : .runFailed
    }

    private func outcome(of task: AssetDownloadTask, _ folder: String) async -> Outcome {
        do throws(AssetDownloadError) {
            return Outcome(folder: folder, download: try await task.value(), error: nil)
        } catch {
            return Outcome(
                folder: folder, download: nil, error: error.message, isResumable: !task.hasRemovedFolder)
        }
    }

    private func report(_ outcomes: [Outcome]) {
        for outcome in outcomes {
            if let error = outcome.error {
                log.record(.downloadFailed, error)
                guard outcome.isResumable else { continue }
                log.record(.notice, "downloaded files are kept; run the same command to resume")
            }
            guard let download = outcome.download else { continue }
            for warning in download.warnings { log.record(.downloadWarning, warning) }
            let path = "\(outcome.folder)/\(download.index)"
            log.record(
                .downloadFinished,
                "\(path): \(FigureText.bytes(download.bytes)) in \(download.files) files, "
                    + "\(FigureText.bytes(download.fetchedBytes)) downloaded",
                fields: [LogField(.path, path), LogField(.bytes, download.bytes)])
        }
        output.end()
        if request.writesJSON { Console.write(JSONText.text(["downloads": outcomes])) }
    }
}
