import AVFoundationCompatibility
import Observation
import ScriptedOrigin
import Testing

/// The states, the progress and the observation of download tasks.
@Suite(.timeLimit(.minutes(1))) struct DownloadTaskStateTests {
    private let server: SlowDownload
    private let background = BackgroundSession()
    private let task: AVAssetDownloadTask

    init() throws {
        server = try SlowDownload()
        task = background.session.makeAssetDownloadTask(downloadConfiguration: try server.configuration)
    }

    /// Waits until a segment is loaded.
    private func waitForMedia() async {
        await background.delegate.first { if case .loaded = $0 { () } else { nil } }
    }

    /// Waits for the next change of what `read` reads.
    private func change(_ read: () -> Void) async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        withObservationTracking(read) { continuation.finish() }
        for await _ in changes {}
    }

    @Test func progressIncreasesAndIsObservable() async throws {
        let progress = task.progress
        #expect(progress.fractionCompleted == 0 && progress.isCancellable && progress.isPausable)
        var fractions: [Double] = []
        var states: [URLSessionTask.State] = [task.state]
        task.resume()
        while task.state != .completed {
            states.append(task.state)
            await change {
                fractions.append(task.progress.fractionCompleted)
                if task.state == .completed { return }
                _ = task.state
            }
        }
        #expect(await background.delegate.completion() == nil)
        #expect(fractions.count > 1 && fractions == fractions.sorted())
        #expect(states.first == .suspended && states.contains(.running))
        #expect(progress.fractionCompleted == 1)
        #expect(task.countOfBytesReceived == Int64(SlowDownload.size))
    }

    @Test func listingsOfTheArticleDownloadAndObserve() async throws {
        let delegate = RecordingDownloadDelegate()
        let identifier = "test.\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(at: BackgroundSession.directory.appending(path: identifier)) }
        let task = startDownload(
            of: try #require(URL(string: server.url)), delegate: delegate, identifier: identifier)
        let (fractions, continuation) = AsyncStream.makeStream(of: Double.self)
        observeProgress(of: task) { continuation.yield($0) }
        for await fraction in fractions where fraction == 1 { break }
        #expect(await delegate.completion() == nil)
        #expect(task.progress.isFinished)
    }

    @Test func progressIsPartOfAParent() async throws {
        let parent = Progress(totalUnitCount: 2)
        parent.addChild(task.progress, withPendingUnitCount: 1)
        task.resume()
        #expect(await background.delegate.completion() == nil)
        #expect(parent.fractionCompleted == 0.5)
    }

    @Test func suspensionsAreNested() async throws {
        task.suspend()
        task.resume()
        #expect(task.state == .suspended)
        task.resume()
        #expect(task.state == .running)
        await waitForMedia()
        task.suspend()
        task.suspend()
        task.resume()
        #expect(task.state == .suspended)
        task.resume()
        #expect(await background.delegate.completion() == nil)
        server.verify(try #require(background.delegate.finished.first))
        #expect(server.repeated.isEmpty)
    }

    @Test func cancelledTaskCompletesWithURLErrorCancelled() async throws {
        task.resume()
        await waitForMedia()
        task.cancel()
        #expect([.canceling, .completed].contains(task.state))
        let error = try #require(await background.delegate.completion()) as NSError
        #expect(error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled)
        #expect((task.error as? URLError)?.code == .cancelled)
        #expect(background.delegate.finished.isEmpty)
        // A cancelled task does not start again.
        task.resume()
        #expect(task.state == .completed)
        #expect(await background.session.allTasks.isEmpty)
    }

    @Test func taskIsCancelledBeforeItsStartAndByItsProgress() async throws {
        task.cancel()
        #expect((await background.delegate.completion() as? URLError)?.code == .cancelled)
        #expect(mediaFiles(of: background.folder).isEmpty)

        let other = BackgroundSession()
        let second = other.session.makeAssetDownloadTask(downloadConfiguration: try server.configuration)
        second.resume()
        second.progress.cancel()
        #expect((await other.delegate.completion() as? URLError)?.code == .cancelled)
    }

    @Test func sessionListsTasksThatHaveNotEnded() async throws {
        let second = background.session.makeAssetDownloadTask(downloadConfiguration: try server.configuration)
        #expect(await background.session.allTasks.isEmpty)
        second.resume()
        task.resume()
        second.suspend()
        let listed = await withCheckedContinuation { continuation in
            background.session.getAllTasks { continuation.resume(returning: $0) }
        }
        #expect(listed == [task, second] && task.taskIdentifier != second.taskIdentifier)
        second.cancel()
        while background.delegate.finished.isEmpty {
            _ = await background.delegate.first { if case .finished(let url) = $0 { url } else { nil } }
        }
    }

    @Test func invalidatedSessionEndsAfterItsTasks() async throws {
        task.resume()
        background.session.finishTasksAndInvalidate()
        await background.delegate.first { if case .invalid = $0 { () } else { nil } }
        let events = background.delegate.events
        guard case .completed(nil) = events[events.count - 2] else {
            Issue.record("\(events)")
            return
        }
        let late = background.session.makeAssetDownloadTask(downloadConfiguration: try server.configuration)
        late.resume()
        #expect(late.state == .completed)
        #expect((late.error as? AVError)?.code == .operationNotAllowed)
        // The identifier can be used again.
        let delegate = RecordingDownloadDelegate()
        let next = BackgroundSession.make(background.identifier, delegate)
        next.makeAssetDownloadTask(downloadConfiguration: try server.configuration).resume()
        #expect(await delegate.completion() == nil)
    }

    @Test func invalidateAndCancelEndsTheTasks() async throws {
        task.resume()
        await waitForMedia()
        background.session.invalidateAndCancel()
        await background.delegate.first { if case .invalid = $0 { () } else { nil } }
        #expect((task.error as? URLError)?.code == .cancelled)
    }
}
