import AVFoundationCompatibility
import Observation
import ScriptedOrigin
import Testing

/// Tasks of a process that ended continue in a new session with the same identifier.
@Suite(.timeLimit(.minutes(2))) struct RestoredTaskTests {
    private let server: SlowDownload
    private let background: URL
    private let identifier = "test.\(UUID().uuidString)"
    private let delegate = RecordingDownloadDelegate()

    init() throws {
        server = try SlowDownload()
        background = BackgroundSession.directory
    }

    /// The folder of the session.
    private var folder: URL { background.appending(path: identifier) }

    /// Runs a download in this process until segments are loaded, and then kills the process.
    private static func downloadUntilKilled(
        _ url: String, _ identifier: String, in directory: String, segments: Int,
        _ change: (AVAssetDownloadTask) -> Void = { _ in }
    ) async throws {
        AVAssetDownloadURLSession.downloadsDirectory = URL(filePath: directory)
        let session = BackgroundSession.make(identifier, RecordingDownloadDelegate())
        let configuration = try SlowDownload.configuration(url)
        configuration.primaryContentConfiguration.variantQualifiers = [
            AVAssetVariantQualifier(predicate: NSPredicate { variant, _ in variant is AVAssetVariant })
        ]
        let task = session.makeAssetDownloadTask(downloadConfiguration: configuration)
        task.taskDescription = "the description"
        task.resume()
        var loaded = 0.0
        while loaded < Double(segments) {
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
            withObservationTracking {
                loaded = task.loadedTimeRanges.map(\.timeRangeValue.duration.seconds).reduce(0, +)
            } onChange: {
                continuation.finish()
            }
            if loaded < Double(segments) { for await _ in changes {} }
        }
        change(task)
        kill(getpid(), SIGKILL)
    }

    /// The segments that the journal of the killed process lists as finished.
    private var finishedSegments: [String] {
        get throws {
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".movpkg") })
            let journal = folder.appending(path: "\(name)/.sluice-download/journal")
            let text = try String(contentsOf: journal, encoding: .utf8)
            return text.matches(of: #/ finished .* video/0000(\d)\.ts/#).map { String($0.1) }
        }
    }

    @Test(arguments: [1, 3, 6])
    func killedDownloadContinuesInANewProcess(segments: Int) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                url = server.url as String, name = identifier as String, path = background.path as String,
                segments = segments as Int
            ] in
            try await RestoredTaskTests.downloadUntilKilled(url, name, in: path, segments: segments)
        }
        let finished = try finishedSegments
        #expect(finished.count >= segments)
        let session = BackgroundSession.make(identifier, delegate)
        let tasks = await session.allTasks
        let task = try #require(tasks.first as? AVAssetDownloadTask)
        #expect(tasks.count == 1 && task.taskDescription == "the description")
        #expect(task.urlAsset.url.absoluteString == server.url)
        #expect(await delegate.completion() == nil)
        let location = try #require(delegate.finished.first)
        server.verify(location)
        for name in finished { #expect(server.origin.count("/\(name).ts") == 1, "\(name) was fetched again") }
        #expect(task.progress.fractionCompleted == 1)
        #expect(task.loadedTimeRanges.map(\.timeRangeValue.duration.seconds) == [8])
        let downloads = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(downloads.filter { $0.hasSuffix(".movpkg") } == [location.lastPathComponent])
        session.finishTasksAndInvalidate()
        await delegate.first { if case .invalid = $0 { () } else { nil } }
        // A completed task is not restored.
        let next = BackgroundSession.make(identifier, RecordingDownloadDelegate())
        #expect(await next.allTasks.isEmpty)
    }

    @Test func suspendedTaskStaysSuspendedUntilItIsResumed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [url = server.url as String, name = identifier as String, path = background.path as String] in
            try await RestoredTaskTests.downloadUntilKilled(url, name, in: path, segments: 2) { $0.suspend() }
        }
        let session = BackgroundSession.make(identifier, delegate)
        let task = try #require(await session.allTasks.first as? AVAssetDownloadTask)
        #expect(task.state == .suspended && task.taskIdentifier == 1)
        let next = session.makeAssetDownloadTask(downloadConfiguration: try server.configuration)
        #expect(next.taskIdentifier == 2)
        task.resume()
        #expect(await delegate.completion() == nil)
        server.verify(try #require(delegate.finished.first))
    }

    /// The program ends between the start of a task and the selection of its variant.
    @Test func qualifiersAreStoredBeforeTheSelection() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try server.origin.put("ladder.m3u8", TalkPlaylist.ladder)
        for name in ["hdr_tiny", "en_atmos", "sdr_variant"] {
            try server.origin.putPlaylist("\(name).m3u8", ["\(name).ts"])
            try server.origin.put("\(name).ts", noise(1000))
        }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [url = server.origin.base as String, name = identifier as String, path = background.path as String] in
            AVAssetDownloadURLSession.downloadsDirectory = URL(filePath: path)
            let session = BackgroundSession.make(name, RecordingDownloadDelegate())
            let configuration = try SlowDownload.configuration("\(url)/ladder.m3u8")
            let surround = AVAssetVariantQualifier.predicate(
                forChannelCount: 6, mediaSelectionOption: nil, operatorType: .greaterThan)
            let small = NSPredicate(format: "peakBitRate < %@", argumentArray: [3_000_000])
            configuration.primaryContentConfiguration.variantQualifiers = [
                AVAssetVariantQualifier(
                    predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [small, surround]))
            ]
            let task = session.makeAssetDownloadTask(downloadConfiguration: configuration)
            task.resume()
            task.suspend()
            kill(getpid(), SIGKILL)
        }
        let session = BackgroundSession.make(identifier, delegate)
        await session.allTasks.first?.resume()
        #expect(await delegate.completion() == nil)
        let variants = await delegate.first { if case .variants(let names) = $0 { names } else { nil } }
        #expect(variants == ["hdr_tiny.m3u8"])
    }

    @Test func damagedRecordIsIgnored() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for (index, text) in ["", "{", "{\"number\":1}", String(repeating: "[", count: 100_000)].enumerated() {
            let state = folder.appending(path: "\(index).movpkg/.sluice-download")
            try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: state.appending(path: "task.json"))
        }
        let session = BackgroundSession.make(identifier, delegate)
        #expect(await session.allTasks.isEmpty)
        session.makeAssetDownloadTask(downloadConfiguration: try server.configuration).resume()
        #expect(await delegate.completion() == nil)
    }
}
