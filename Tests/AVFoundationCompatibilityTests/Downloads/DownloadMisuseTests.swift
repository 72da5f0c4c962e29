import AVFoundationCompatibility
import ScriptedOrigin
import Testing

/// Wrong use and hostile servers end with documented errors.
@Suite(.timeLimit(.minutes(1))) struct DownloadMisuseTests {
    private let origin: LocalOrigin
    private let background = BackgroundSession()

    init() throws {
        origin = try LocalOrigin()
        try origin.put("a.ts", noise(1000))
    }

    private func failure(_ url: String, _ change: (AVAssetDownloadConfiguration) -> Void = { _ in }) async throws
        -> (any Error)?
    {
        let configuration = try SlowDownload.configuration(url)
        change(configuration)
        background.session.makeAssetDownloadTask(downloadConfiguration: configuration).resume()
        return await background.delegate.completion()
    }

    @Test func malformedPredicateFailsTheTask() async throws {
        let error = try await failure("\(origin.base)/master.m3u8") {
            $0.primaryContentConfiguration.variantQualifiers = [
                AVAssetVariantQualifier(predicate: NSPredicate(format: "peakBitRat < 5"))
            ]
        }
        #expect((error as? AVError)?.code == .operationNotAllowed)
        #expect(error?.localizedDescription.contains("did you mean 'peakBitRate'") == true)
        #expect(origin.log.isEmpty)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a.m3u8", "data:,a", "relative.m3u8"])
    func otherSchemesAreRejected(url: String) async throws {
        let error = try await failure(url)
        #expect(
            (error as? AVError)?.code == .operationNotSupportedForAsset
                || (error as? URLError)?.code == .unsupportedURL,
            "\(String(describing: error))")
    }

    @Test func sessionWithoutIdentifierFailsItsTasks() async throws {
        let delegate = RecordingDownloadDelegate()
        let session = AVAssetDownloadURLSession(
            configuration: .default, assetDownloadDelegate: delegate, delegateQueue: nil)
        session.makeAssetDownloadTask(downloadConfiguration: try SlowDownload.configuration(origin.base)).resume()
        let error = await delegate.completion() as? AVError
        #expect(error?.code == .operationNotAllowed)
        #expect(error?.message.contains("background(withIdentifier:)") == true)
    }

    @Test func secondSessionWithTheIdentifierFailsItsTasks() async throws {
        let delegate = RecordingDownloadDelegate()
        let second = BackgroundSession.make(background.identifier, delegate)
        second.makeAssetDownloadTask(downloadConfiguration: try SlowDownload.configuration(origin.base)).resume()
        #expect((await delegate.completion() as? AVError)?.message.contains("invalidate it first") == true)
    }

    @Test(arguments: ["../../escape", "a/b", ".hidden", "ü"])
    func identifierStaysInTheFolder(identifier: String) async throws {
        let name = identifier + UUID().uuidString
        let delegate = RecordingDownloadDelegate()
        try origin.putPlaylist("index.m3u8", ["a.ts"])
        let session = BackgroundSession.make(name, delegate)
        session.makeAssetDownloadTask(
            downloadConfiguration: try SlowDownload.configuration("\(origin.base)/index.m3u8")
        ).resume()
        #expect(await delegate.completion() == nil)
        let location = try #require(delegate.finished.first).absoluteURL
        let folder = location.deletingLastPathComponent()
        #expect(folder.deletingLastPathComponent().path == BackgroundSession.directory.path)
        try FileManager.default.removeItem(at: folder)
    }

    @Test(arguments: ["", "../../../etc/passwd", "a\u{0}b", String(repeating: "título ", count: 100)])
    func titleStaysInTheFolder(title: String) async throws {
        try origin.putPlaylist("index.m3u8", ["a.ts"])
        let asset = AVURLAsset(url: try #require(URL(string: "\(origin.base)/index.m3u8")))
        background.session.makeAssetDownloadTask(
            downloadConfiguration: AVAssetDownloadConfiguration(asset: asset, title: title)
        ).resume()
        #expect(await background.delegate.completion() == nil)
        let location = try #require(background.delegate.finished.first)
        #expect(location.absoluteURL.deletingLastPathComponent().path == background.folder.path)
    }

    @Test func deadServerIsUnreachable() async throws {
        #expect((try await failure("http://127.0.0.1:9/a.m3u8") as? URLError)?.code == .cannotConnectToHost)
    }

    @Test func missingSegmentFailsWithItsURL() async throws {
        try origin.putPlaylist("index.m3u8", ["none.ts"])
        let error = try await failure("\(origin.base)/index.m3u8")
        #expect((error as? URLError)?.code == .fileDoesNotExist)
        #expect(error?.localizedDescription.contains("none.ts") == true)
    }

    @Test func contentThatIsNotMediaFailsToParse() async throws {
        try origin.put("page.ts", "<html><body>Sign in</body></html>")
        try origin.putPlaylist("index.m3u8", ["page.ts"])
        let error = try await failure("\(origin.base)/index.m3u8") as? AVError
        #expect(error?.code == .failedToParse && error?.message.contains("HTML") == true)
    }

    @Test func livePresentationIsRefused() async throws {
        let error = try await failure("\(origin.base)/live") as? AVError
        #expect(error?.code == .operationNotSupportedForAsset && error?.message.contains("live") == true)
    }

    @Test func optionThatNoVariantOffersIsNotFound() async throws {
        try origin.put("other.m3u8", TalkPlaylist.text.replacing("\"fr\"", with: "\"de\""))
        try origin.put("master.m3u8", TalkPlaylist.text)
        let other = AVURLAsset(url: try #require(URL(string: "\(origin.base)/other.m3u8")))
        let audible = try #require(try await other.loadMediaSelectionGroup(for: .audible))
        let preferred = try await other.load(.preferredMediaSelection)
        let selection = try #require(preferred.mutableCopy() as? AVMutableMediaSelection)
        selection.select(audible.options.last, in: audible)
        let error = try await failure("\(origin.base)/master.m3u8") {
            $0.primaryContentConfiguration.mediaSelections = [selection]
        }
        #expect((error as? AVError)?.code == .noSourceTrack)
    }

    @Test func silentServerCanBeCancelled() async throws {
        try origin.putPlaylist("index.m3u8", ["silent"])
        let task = background.session.makeAssetDownloadTask(
            downloadConfiguration: try SlowDownload.configuration("\(origin.base)/index.m3u8"))
        task.resume()
        _ = await background.delegate.first { if case .willDownload = $0 { true } else { nil } }
        let begin = ContinuousClock.now
        task.cancel()
        #expect((await background.delegate.completion() as? URLError)?.code == .cancelled)
        #expect(ContinuousClock.now - begin < .seconds(5))
    }
}
