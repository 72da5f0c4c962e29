import AssetDownloading
import Foundation
import HTTPClient
import Observation
import ScriptedOrigin
import Testing

@Suite(.timeLimit(.minutes(1))) struct DownloadTaskTests {
    private let origin: LocalOrigin
    private let folder = DownloadFolder()

    init() throws {
        origin = try LocalOrigin(rate: 400_000)
        for index in 0..<8 { try origin.put("\(index).ts", noise(100_000, seed: UInt64(index))) }
        try origin.putPlaylist("index.m3u8", (0..<8).map { "\($0).ts" })
    }

    private func task(_ session: AssetDownloadSession, to folder: DownloadFolder) throws -> AssetDownloadTask {
        let url = try #require(URL(string: "\(origin.base)/index.m3u8"))
        return session.makeAssetDownloadTask(
            downloadConfiguration: AssetDownloadConfiguration(asset: URLAsset(url: url), title: "title"),
            to: folder.url)
    }

    @Test func progressIncreasesToOne() async throws {
        let task = try task(AssetDownloadSession(settings: .hasty), to: folder)
        let updates = task.progressUpdates
        task.resume()
        var fractions: [Double] = []
        for await progress in updates { fractions.append(progress.fractionCompleted) }
        #expect(fractions.first == 0 && fractions.last == 1)
        #expect(fractions == fractions.sorted())
        #expect(fractions.count > 3)
        #expect(task.progress.completedBytes == 800_000)
    }

    @Test func progressAndStateCanBeObserved() async throws {
        let task = try task(AssetDownloadSession(settings: .hasty), to: folder)
        func next(_ read: () -> Void) -> AsyncStream<Void> {
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
            withObservationTracking(read) { continuation.finish() }
            return changes
        }
        let begin = next { _ = task.state }
        task.resume()
        for await _ in begin {}
        #expect(task.state == .running)
        var fractions: [Double] = []
        while task.state == .running {
            let change = next { fractions.append(task.progress.fractionCompleted) }
            guard task.state == .running else { break }
            for await _ in change {}
        }
        _ = try await task.value()
        #expect(fractions.count > 3 && fractions == fractions.sorted())
        #expect(task.progress.fractionCompleted == 1)
    }

    @Test func resumedTaskFetchesNothingTwice() async throws {
        let task = try task(AssetDownloadSession(settings: .hasty), to: folder)
        task.resume()
        for await progress in task.progressUpdates where progress.completedFiles >= 2 { break }
        task.suspend()
        #expect(task.state == .suspended)
        task.resume()
        let done = try await task.value()
        #expect(done.bytes == 800_000)
        for index in 0..<8 { #expect(folder.bytes("media/0000\(index).ts") == noise(100_000, seed: UInt64(index))) }
        let whole = origin.log.filter { $0[0].hasSuffix(".ts") && $0[3] == "100000" }
        #expect(Set(whole.map { $0[0] }).count == whole.count)
    }

    @Test func cancelledTaskReleasesTheFolder() async throws {
        let session = AssetDownloadSession(settings: .hasty)
        let first = try task(session, to: folder)
        first.resume()
        for await progress in first.progressUpdates where progress.completedFiles >= 1 { break }
        first.cancel()
        let error = await #expect(throws: AssetDownloadError.self) { _ = try await first.value() }
        #expect(error?.kind == .cancelled)
        let second = try task(session, to: folder)
        second.resume()
        #expect(try await second.value().fetchedBytes < 800_000)
    }

    @Test func severalTasksShareTheConnectionsOfTheirSession() async throws {
        let session = AssetDownloadSession(settings: .hasty)
        let other = DownloadFolder()
        let tasks = [try task(session, to: folder), try task(session, to: other)]
        for task in tasks { task.resume() }
        for task in tasks { #expect(try await task.value().bytes == 800_000) }
        // Sixteen segments of 250 ms each are fetched four at a time; two sessions would fetch eight. The server
        // notices the end of a response a little later than the client.
        let engine = FetchEngine(connectionsPerHost: 1, connections: 1)
        let text = String(
            decoding: try await engine.load(FetchRequest(url: "\(origin.base)/most")).bytes, as: UTF8.self)
        #expect((3...6).contains(Int(text) ?? 0), "\(text) answers at a time")
    }

    @Test func planListsResourcesAndWritesNothing() async throws {
        let session = AssetDownloadSession(settings: .hasty)
        let url = try #require(URL(string: "\(origin.base)/index.m3u8"))
        let plan = try await session.plan(
            for: AssetDownloadConfiguration(asset: URLAsset(url: url), title: "title"))
        #expect(plan.renditions.map(\.segments) == [8])
        #expect(plan.renditions.map(\.duration) == [8])
        #expect(!origin.log.contains { $0[0].hasSuffix(".ts") })
    }
}
