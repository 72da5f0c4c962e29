import AssetDownloading
import Foundation
import ScriptedOrigin
import Synchronization
import Testing

/// The download code of the talk, with a real server.
@Suite(.timeLimit(.minutes(1))) struct TalkDownloadTests {
    private let origin: LocalOrigin
    private let folder = DownloadFolder()

    init() throws {
        origin = try LocalOrigin()
        try origin.put("master.m3u8", TalkPlaylist.ladder)
        for line in TalkPlaylist.ladder.split(separator: "\n") {
            let name = line.split(separator: "\"").last { $0.hasSuffix(".m3u8") } ?? line
            guard name.hasSuffix(".m3u8") else { continue }
            try origin.putPlaylist(String(name), ["\(name).ts"])
            try origin.put("\(name).ts", noise(1000))
        }
    }

    /// Records the delegate calls of a download.
    private final class MyDownloadDelegate: AssetDownloadDelegate {
        let progress = Mutex<[Double]>([])
        let finished = Mutex<[AssetDownload]>([])
        let errors = Mutex<[AssetDownloadError]>([])
        let contents = Mutex<[AssetDownloadContents]>([])
        let timeRanges = Mutex<[LoadedTimeRange]>([])

        func assetDownloadTask(_ task: AssetDownloadTask, willDownload contents: AssetDownloadContents) {
            self.contents.withLock { $0.append(contents) }
        }
        func assetDownloadTask(_ task: AssetDownloadTask, didLoad timeRange: LoadedTimeRange) {
            timeRanges.withLock { $0.append(timeRange) }
        }
        func assetDownloadTask(_ task: AssetDownloadTask, didProgress progress: AssetDownloadProgress) {
            self.progress.withLock { $0.append(progress.fractionCompleted) }
        }
        func assetDownloadTask(_ task: AssetDownloadTask, didFinish download: AssetDownload) {
            finished.withLock { $0.append(download) }
        }
        func assetDownloadTask(_ task: AssetDownloadTask, didFailWith error: AssetDownloadError) {
            errors.withLock { $0.append(error) }
        }
    }

    private var asset: URLAsset {
        get throws { URLAsset(url: try #require(URL(string: "\(origin.base)/master.m3u8"))) }
    }

    /// The downloaded media, by playlist name.
    private var fetched: [String] {
        origin.log.compactMap { $0.first.flatMap { $0.hasSuffix(".ts") ? String($0.dropFirst().dropLast(8)) : nil } }
            .sorted()
    }

    private func selections(_ presentation: AssetPresentation) throws -> [MediaSelection] {
        let audible = try #require(presentation.mediaSelectionGroup(for: .audible))
        let legible = try #require(presentation.mediaSelectionGroup(for: .legible))
        return audible.options(forLanguages: ["en", "fr"]).map { MediaSelection($0) }
            + legible.options(forLanguages: ["en"]).map { MediaSelection($0) }
    }

    @Test func downloadConfigurationAndTask() async throws {
        let myAssetDownloadDelegate = MyDownloadDelegate()
        let session = AssetDownloadSession(
            configuration: AssetDownloadSession.Configuration(), assetDownloadDelegate: myAssetDownloadDelegate)
        var dwConfig = AssetDownloadConfiguration(asset: try asset, title: "my-title")
        let myMediaSelections = try selections(try await asset.load())

        let varPref = try VariantPredicate(
            format: "videoAttributes.videoRange == %@ && peakBitRate < 5000000", argumentArray: [VideoRange.pq])
        dwConfig.primaryContentConfiguration.variantQualifiers = [AssetVariantQualifier(predicate: varPref)]
        dwConfig.primaryContentConfiguration.mediaSelections = myMediaSelections

        let auxVarPref = try VariantPredicate(
            format: "%d IN audioAttributes.formatIDs", argumentArray: [kAudioFormatAppleLossless])
        var auxContentConfig = AssetDownloadContentConfiguration()
        auxContentConfig.variantQualifiers = [AssetVariantQualifier(predicate: auxVarPref)]
        auxContentConfig.mediaSelections = [myMediaSelections[0]]
        dwConfig.auxiliaryContentConfigurations = [auxContentConfig]
        #expect(dwConfig.optimizesAuxiliaryContentConfigurations)

        let downloadTask = session.makeAssetDownloadTask(downloadConfiguration: dwConfig, to: folder.url)
        downloadTask.resume()
        let done = try await downloadTask.value()
        #expect(downloadTask.progress.fractionCompleted == 1)
        #expect(done.title == "my-title")
        #expect(fetched == ["en", "en_alac", "en_atmos", "fr_atmos", "hdr_small"])
        #expect(myAssetDownloadDelegate.finished.withLock { $0 } == [done])
        #expect(myAssetDownloadDelegate.progress.withLock { $0 == $0.sorted() && !$0.isEmpty })
        #expect(myAssetDownloadDelegate.errors.withLock { $0.isEmpty })

        // The variants as declared, although the lossless one shares the primary video.
        let contents = try #require(myAssetDownloadDelegate.contents.withLock { $0 }.first)
        #expect(AssetPresentation.names(contents.variants) == ["hdr_small.m3u8", "hdr_lossless.m3u8"])
        #expect(contents.options.map { $0.map(\.language) } == [["en", "fr", "en"], ["en"]])
        let second = LoadedTimeRange(start: .zero, duration: .seconds(1))
        #expect(myAssetDownloadDelegate.timeRanges.withLock { $0 } == [second])
        #expect(downloadTask.loadedTimeRanges == [second] && downloadTask.expectedDuration == .seconds(1))
    }

    @Test func directVariantSelection() async throws {
        let presentation = try await asset.load()
        let myMediaSelections = try selections(presentation)
        var dwConfig = AssetDownloadConfiguration(asset: try asset, title: "my-title")
        let myVariant = presentation.variants[2]
        dwConfig.primaryContentConfiguration.variantQualifiers = [AssetVariantQualifier(variant: myVariant)]
        dwConfig.primaryContentConfiguration.mediaSelections = myMediaSelections

        let myAuxVariant = presentation.variants[4]
        var auxContentConfig = AssetDownloadContentConfiguration()
        auxContentConfig.variantQualifiers = [AssetVariantQualifier(variant: myAuxVariant)]
        auxContentConfig.mediaSelections = [myMediaSelections[0]]
        dwConfig.auxiliaryContentConfigurations = [auxContentConfig]
        // Without optimization: each configuration with its own video.
        dwConfig.optimizesAuxiliaryContentConfigurations = false

        let task = AssetDownloadSession().makeAssetDownloadTask(downloadConfiguration: dwConfig, to: folder.url)
        task.resume()
        _ = try await task.value()
        #expect(fetched == ["en", "en_alac", "en_atmos", "fr_atmos", "hdr_lossless", "hdr_small"])
    }

    @Test func delegateIsNotifiedOfAFailure() async throws {
        let delegate = MyDownloadDelegate()
        try origin.putPlaylist("hdr_small.m3u8", ["none.ts"])
        var configuration = AssetDownloadConfiguration(asset: try asset, title: "my-title")
        configuration.primaryContentConfiguration.variantQualifiers = [
            AssetVariantQualifier(predicate: try VariantPredicate(format: "peakBitRate == 4000000"))
        ]
        let task = AssetDownloadSession(settings: .hasty, delegate: delegate)
            .makeAssetDownloadTask(downloadConfiguration: configuration, to: folder.url)
        task.resume()
        let error = await #expect(throws: AssetDownloadError.self) { _ = try await task.value() }
        #expect(error?.kind == .status(404))
        #expect(delegate.errors.withLock { $0 } == [error])
        #expect(delegate.finished.withLock { $0.isEmpty })
    }
}
