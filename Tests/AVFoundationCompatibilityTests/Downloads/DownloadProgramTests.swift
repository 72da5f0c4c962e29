import AVFoundationCompatibility
import ScriptedOrigin
import Testing

/// Programs that download variants with primary and auxiliary content.
@Suite(.timeLimit(.minutes(1))) struct DownloadProgramTests {
    private let origin: LocalOrigin
    private let background = BackgroundSession()

    init() throws {
        origin = try LocalOrigin()
        try origin.put("master.m3u8", TalkPlaylist.ladder)
        for line in TalkPlaylist.ladder.split(separator: "\n") {
            let name = line.split(separator: "\"").last { $0.hasSuffix(".m3u8") } ?? line
            guard name.hasSuffix(".m3u8") else { continue }
            try origin.putPlaylist(String(name), ["\(name).0.ts", "\(name).1.ts", "\(name).2.ts"])
            for index in 0..<3 { try origin.put("\(name).\(index).ts", noise(1000)) }
        }
    }

    private var asset: AVURLAsset {
        get throws { AVURLAsset(url: try #require(URL(string: "\(origin.base)/master.m3u8"))) }
    }

    /// The names of the playlists whose media was fetched.
    private var fetched: [String] {
        Set(
            origin.log.compactMap { entry -> String? in
                guard let path = entry.first, path.hasSuffix(".ts") else { return nil }
                return String(path.dropFirst().prefix { $0 != "." })
            }
        ).sorted()
    }

    /// English audio, French audio, and English subtitles with English audio.
    private func selections(_ asset: AVURLAsset) async throws -> [AVMediaSelection] {
        let audible = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        let legible = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
        let preferred = try await asset.load(.preferredMediaSelection)
        let frAudioMS = try #require(preferred.mutableCopy() as? AVMutableMediaSelection)
        frAudioMS.select(audible.options.first { $0.extendedLanguageTag == "fr" }, in: audible)
        let enLegibleMS = try #require(preferred.mutableCopy() as? AVMutableMediaSelection)
        enLegibleMS.select(legible.options.first, in: legible)
        return [preferred, frAudioMS, enLegibleMS]
    }

    @Test func configurationWithPrimaryAndAuxiliaryContent() async throws {
        let asset = try asset
        let myMediaSelections = try await selections(asset)
        let dwConfig = AVAssetDownloadConfiguration(asset: asset, title: "my-title")
        dwConfig.artworkData = Data([0x89, 0x50, 0x4e, 0x47])

        let varPref = NSPredicate(
            format: "videoAttributes.videoRange == %@ && peakBitRate < 5000000", argumentArray: [AVVideoRange.pq])
        let varQf = AVAssetVariantQualifier(predicate: varPref)
        dwConfig.primaryContentConfiguration.variantQualifiers = [varQf]
        dwConfig.primaryContentConfiguration.mediaSelections = myMediaSelections

        let auxVarPref = NSPredicate(
            format: "%d IN audioAttributes.formatIDs", argumentArray: [kAudioFormatAppleLossless])
        let auxVarQf = AVAssetVariantQualifier(predicate: auxVarPref)
        let auxContentConfig = AVAssetDownloadContentConfiguration()
        auxContentConfig.variantQualifiers = [auxVarQf]
        auxContentConfig.mediaSelections = [myMediaSelections[0]]
        dwConfig.auxiliaryContentConfigurations = [auxContentConfig]
        #expect(dwConfig.optimizesAuxiliaryContentConfigurations)

        let downloadTask = background.session.makeAssetDownloadTask(downloadConfiguration: dwConfig)
        #expect(downloadTask.state == .suspended)
        downloadTask.resume()
        let progress = downloadTask.progress
        #expect(await background.delegate.completion() == nil)
        #expect(progress.fractionCompleted == 1 && progress.isFinished)
        #expect(downloadTask.state == .completed && downloadTask.error == nil)
        #expect(downloadTask.urlAsset === asset)
        #expect(fetched == ["en", "en_alac", "en_atmos", "fr_atmos", "hdr_small"])

        let location = try #require(background.delegate.finished.first)
        #expect(location.lastPathComponent.hasPrefix("my_title_") && location.pathExtension == "movpkg")
        #expect(mediaFiles(of: location).contains("artwork.png"))
        #expect(downloadTask.countOfBytesReceived == 15_000)
        // The variants of the downloaded asset; its multivariant playlist has one video.
        let offline = try await AVURLAsset(url: location).load(.variants)
        #expect(offline.count == 2 && Set(offline.map(\.url)).count == 1)
        #expect(
            offline.map { $0.audioAttributes?.formatIDs } == [[kAudioFormatEnhancedAC3], [kAudioFormatAppleLossless]])
    }

    @Test func delegateReceivesTheEventsInOrder() async throws {
        let configuration = AVAssetDownloadConfiguration(asset: try asset, title: "title")
        configuration.primaryContentConfiguration.variantQualifiers = [
            AVAssetVariantQualifier(predicate: NSPredicate(format: "peakBitRate == 4000000"))
        ]
        let task = background.session.makeAssetDownloadTask(downloadConfiguration: configuration)
        task.resume()
        _ = await background.delegate.completion()
        let events = background.delegate.events
        guard case .willDownload(let first)? = events.first, case .finished(let last) = events[events.count - 2],
            case .completed(nil)? = events.last
        else {
            Issue.record("\(events)")
            return
        }
        #expect(first == last)
        guard case .variants(["hdr_small.m3u8"]) = events[1], case .resolved(["asset"]) = events[2] else {
            Issue.record("\(events)")
            return
        }
        let loaded = events.compactMap { event -> (CMTimeRange, [CMTimeRange], CMTimeRange)? in
            if case .loaded(let range, let total, let expected) = event { (range, total, expected) } else { nil }
        }
        let second = CMTime(value: 1, timescale: 1)
        let expected = CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 1))
        #expect(Set(loaded.map(\.0.start.seconds)) == [0, 1, 2])
        #expect(loaded.allSatisfy { $0.0.duration == second && $0.2 == expected })
        #expect(loaded.last?.1 == [expected])
        #expect(task.loadedTimeRanges.map(\.timeRangeValue) == [expected])
    }

    @Test func directVariantSelectionWithoutOptimization() async throws {
        let asset = try asset
        let variants = try await asset.load(.variants)
        let myMediaSelections = try await selections(asset)
        let dwConfig = AVAssetDownloadConfiguration(asset: asset, title: "my-title")
        dwConfig.primaryContentConfiguration.variantQualifiers = [AVAssetVariantQualifier(variant: variants[2])]
        dwConfig.primaryContentConfiguration.mediaSelections = myMediaSelections
        let auxContentConfig = AVAssetDownloadContentConfiguration()
        auxContentConfig.variantQualifiers = [AVAssetVariantQualifier(variant: variants[4])]
        auxContentConfig.mediaSelections = [myMediaSelections[0]]
        dwConfig.auxiliaryContentConfigurations = [auxContentConfig]
        dwConfig.optimizesAuxiliaryContentConfigurations = false
        background.session.makeAssetDownloadTask(downloadConfiguration: dwConfig).resume()
        #expect(await background.delegate.completion() == nil)
        #expect(fetched == ["en", "en_alac", "en_atmos", "fr_atmos", "hdr_lossless", "hdr_small"])
    }

    @Test func optionsOfATaskSelectTheVariant() async throws {
        let asset = try asset
        let french = try await selections(asset)[1]
        let options: [String: Any] = [
            AVAssetDownloadTaskMinimumRequiredMediaBitrateKey: 3_000_000, AVAssetDownloadTaskPrefersHDRKey: true,
            AVAssetDownloadTaskMediaSelectionKey: french,
        ]
        let task = try #require(
            background.session.makeAssetDownloadTask(
                asset: asset, assetTitle: "title", assetArtworkData: nil, options: options))
        #expect(task.options?.count == 3)
        task.resume()
        #expect(await background.delegate.completion() == nil)
        #expect(fetched == ["fr_atmos", "hdr_small"])
    }

    @Test func taskWithoutOptionsDownloadsTheHighestBitRate() async throws {
        let task = background.session.makeAssetDownloadTask(
            asset: try asset, assetTitle: "title", assetArtworkData: nil, options: nil)
        task?.resume()
        #expect(await background.delegate.completion() == nil)
        #expect(fetched == ["dovi_variant", "en_atmos"])
    }

    @Test func laterChangesOfAConfigurationHaveNoEffect() async throws {
        let configuration = AVAssetDownloadConfiguration(asset: try asset, title: "title")
        let task = background.session.makeAssetDownloadTask(downloadConfiguration: configuration)
        configuration.primaryContentConfiguration.variantQualifiers = [
            AVAssetVariantQualifier(predicate: NSPredicate(format: "peakBitRate == 4000000"))
        ]
        task.resume()
        _ = await background.delegate.completion()
        #expect(fetched == ["dovi_variant", "en_atmos"])
    }

    @Test func assetWithTheLocationOfADownloadContinuesIt() async throws {
        try FileManager.default.removeItem(at: origin.folder.appending(path: "dovi_variant.m3u8.2.ts"))
        let configuration = AVAssetDownloadConfiguration(asset: try asset, title: "title")
        background.session.makeAssetDownloadTask(downloadConfiguration: configuration).resume()
        let error = await background.delegate.completion()
        #expect((error as? URLError)?.code == .fileDoesNotExist)
        #expect(background.delegate.finished.isEmpty)
        let location = await background.delegate.first { if case .willDownload(let url) = $0 { url } else { nil } }

        try origin.put("dovi_variant.m3u8.2.ts", noise(1000))
        let again = AVAssetDownloadConfiguration(asset: AVURLAsset(url: location), title: "title")
        background.session.makeAssetDownloadTask(downloadConfiguration: again).resume()
        let finished = await background.delegate.first { if case .finished(let url) = $0 { url } else { nil } }
        #expect(finished.absoluteURL.path() == location.absoluteURL.path())
    }
}
