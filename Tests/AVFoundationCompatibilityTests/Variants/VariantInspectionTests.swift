import AVFoundationCompatibility
import ScriptedOrigin
import Testing

/// The variants and options of a presentation on a server.
@Suite(.timeLimit(.minutes(1))) struct VariantInspectionTests {
    private let origin: LocalOrigin

    init() throws {
        origin = try LocalOrigin()
        try origin.put("master.m3u8", TalkPlaylist.ladder)
    }

    private func asset(_ name: String = "master.m3u8") throws -> AVURLAsset {
        AVURLAsset(url: try #require(URL(string: "\(origin.base)/\(name)")))
    }

    @Test func variantsHaveTheAttributesOfThePlaylist() async throws {
        let variants = try await asset().load(.variants)
        #expect(variants.map(\.peakBitRate) == [14_516_883, 34_516_883, 4_000_000, 2_000_000, 9_000_000])
        #expect(variants.map(\.averageBitRate) == [nil, nil, 3_000_000, nil, nil])
        #expect(variants[0].url.absoluteString == "\(origin.base)/sdr_variant.m3u8")
        let video = try #require(variants[1].videoAttributes)
        #expect(video.videoRange == .pq)
        #expect(video.codecTypes == [kCMVideoCodecType_DolbyVisionHEVC])
        #expect(video.presentationSize == CGSize(width: 3840, height: 1920))
        #expect(video.nominalFrameRate == 23.976)
        #expect(video.videoLayoutAttributes.isEmpty)
        #expect(variants[1].audioAttributes?.formatIDs == [kAudioFormatEnhancedAC3])
        #expect(variants[4].audioAttributes?.formatIDs == [kAudioFormatAppleLossless])
        #expect(variants[0].videoAttributes?.videoRange == .sdr)
    }

    @Test func audioAttributesDependOnTheOption() async throws {
        let asset = try asset()
        let variants = try await asset.load(.variants)
        let audible = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        let french = try #require(audible.options.first { $0.extendedLanguageTag == "fr" })
        #expect(variants[0].audioAttributes?.renditionSpecificAttributes(for: french)?.channelCount == 2)
        #expect(variants[1].audioAttributes?.renditionSpecificAttributes(for: french)?.channelCount == 16)
        #expect(variants[1].audioAttributes?.renditionSpecificAttributes(for: nil)?.channelCount == 16)
        #expect(variants[4].audioAttributes?.renditionSpecificAttributes(for: french) == nil)
    }

    @Test func renditionsDeclareBinauralImmersiveAndDownmixedAudio() async throws {
        try origin.put(
            "audio.m3u8",
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,NAME="A",GROUP-ID="a",LANGUAGE="en",CHANNELS="2/-/BINAURAL",URI="a.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,NAME="B",GROUP-ID="a",LANGUAGE="en",CHANNELS="12/-/IMMERSIVE",URI="b.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,NAME="C",GROUP-ID="a",LANGUAGE="en",CHANNELS="2/-/DOWNMIX",URI="c.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="mp4a.40.2",AUDIO="a"
            a.m3u8

            """)
        let asset = try asset("audio.m3u8")
        let audio = try #require(try await asset.load(.variants).first?.audioAttributes)
        let options = try #require(try await asset.loadMediaSelectionGroup(for: .audible)).options
        let attributes = try options.map { try #require(audio.renditionSpecificAttributes(for: $0)) }
        #expect(attributes.map(\.isBinaural) == [true, false, false])
        #expect(attributes.map(\.isImmersive) == [false, true, false])
        #expect(attributes.map(\.isDownmix) == [false, false, true])
    }

    @Test func layoutsDeclareEyesAndProjection() async throws {
        try origin.put(
            "layouts.m3u8",
            """
            #EXTM3U
            #EXT-X-VERSION:12
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="hvc1.2.4.L123.B0",REQ-VIDEO-LAYOUT="CH-STEREO/PROJ-HEQU,CH-MONO"
            a.m3u8

            """)
        let video = try #require(try await asset("layouts.m3u8").load(.variants).first?.videoAttributes)
        #expect(video.videoLayoutAttributes.map(\.stereoViewComponents) == [[.leftEye, .rightEye], []])
        #expect(video.videoLayoutAttributes.map(\.projectionType) == [.halfEquirectangular, .rectangular])
        #expect(video.presentationSize == .zero)
        #expect(video.nominalFrameRate == nil)
    }

    @Test func selectionsBeginWithTheDefaultsAndCanBeChanged() async throws {
        let asset = try asset()
        #expect(
            try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions) == [.audible, .legible])
        let audible = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        let legible = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
        #expect(!audible.allowsEmptySelection && legible.allowsEmptySelection)
        let preferred = try await asset.load(.preferredMediaSelection)
        #expect(preferred.asset === asset)
        #expect(preferred.selectedMediaOption(in: audible) == audible.defaultOption)
        #expect(preferred.selectedMediaOption(in: legible) == nil)

        let changed = try #require(preferred.mutableCopy() as? AVMutableMediaSelection)
        let french = try #require(audible.options.last)
        changed.select(french, in: audible)
        changed.select(legible.options[0], in: legible)
        #expect(changed.selectedMediaOption(in: audible)?.displayName == "French")
        #expect(preferred.selectedMediaOption(in: audible)?.displayName == "English")
        // An option of another group, and none for audio, are ignored.
        changed.select(legible.options[0], in: audible)
        changed.select(nil, in: audible)
        changed.select(nil, in: legible)
        #expect(changed.selectedMediaOption(in: audible) == french)
        #expect(changed.selectedMediaOption(in: legible) == nil)
        #expect(try await asset.load(.allMediaSelections).count == 4)
    }

    @Test func optionsAreFoundByLanguageLocaleAndPropertyList() async throws {
        let asset = try asset()
        let audible = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        let languages = AVMediaSelectionGroup.mediaSelectionOptions(
            from: audible.options, filteredAndSortedAccordingToPreferredLanguages: ["fr", "en"])
        #expect(languages.map(\.displayName) == ["French", "English"])
        let locale = AVMediaSelectionGroup.mediaSelectionOptions(from: audible.options, with: Locale(identifier: "fr"))
        #expect(locale.map(\.locale) == [Locale(identifier: "fr")])
        #expect(locale.allSatisfy { $0.mediaType == .audio && $0.hasMediaCharacteristic(.audible) })
        #expect(audible.mediaSelectionOption(withPropertyList: locale[0].propertyList()) == locale[0])
        #expect(audible.mediaSelectionOption(withPropertyList: "French") == nil)
        let described = AVMediaSelectionGroup.mediaSelectionOptions(
            from: audible.options, withMediaCharacteristics: [.describesVideoForAccessibility])
        #expect(described.isEmpty)
    }

    @Test func playlistThatCannotBeLoadedThrows() async throws {
        try origin.put("broken.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:CODECS=\"avc1\"\na.m3u8\n")
        let error = await #expect(throws: AVError.self) { _ = try await asset("broken.m3u8").load(.variants) }
        #expect(error?.code == .failedToParse && error?.message.contains("BANDWIDTH") == true)
        let missing = await #expect(throws: URLError.self) { _ = try await asset("none.m3u8").load(.variants) }
        #expect(missing?.code == .fileDoesNotExist)
        let late = try asset("none.m3u8")
        _ = try? await late.load(.variants)
        guard case .failed = late.status(of: .variants) else {
            Issue.record("the status is not 'failed'")
            return
        }
        // A later load succeeds.
        try origin.put("none.m3u8", TalkPlaylist.text)
        #expect(try await late.load(.variants).count == 2)
    }

    @Test func propertiesThatBlockAreEmptyAfterAFailure() async throws {
        let (asset, missing) = (try asset(), try asset("none.m3u8"))
        let counts = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let audible = asset.mediaSelectionGroup(forMediaCharacteristic: .audible)
                continuation.resume(returning: [asset.variants.count, audible?.options.count, missing.variants.count])
            }
        }
        #expect(counts == [5, 2, 0])
    }

    @Test func movieFileHasNoVariants() async throws {
        let asset = AVURLAsset(url: origin.folder.appending(path: "movie.mp4"))
        #expect(try await asset.load(.variants).isEmpty)
        #expect(try await asset.loadMediaSelectionGroup(for: .audible) == nil)
    }
}
