import AVFoundationCompatibility
import ScriptedOrigin
import Testing

/// Predicates with the format strings of AVFoundation, which programs use unchanged.
@Suite(.timeLimit(.minutes(1))) struct VariantQualifierTests {
    private let asset: AVURLAsset
    private let origin: LocalOrigin

    init() throws {
        origin = try LocalOrigin()
        try origin.put("master.m3u8", TalkPlaylist.ladder)
        asset = AVURLAsset(url: try #require(URL(string: "\(origin.base)/master.m3u8")))
    }

    /// The file names of the variants that satisfy a predicate.
    private func names(_ predicate: NSPredicate) async throws -> [String] {
        try await asset.load(.variants).filter { predicate.evaluate(with: $0) }.map(\.url.lastPathComponent)
    }

    @Test func formatStringsSelectVariants() async throws {
        let peakBitRateCap = NSPredicate(format: "peakBitRate < 5000000")
        #expect(try await names(peakBitRateCap) == ["hdr_small.m3u8", "hdr_tiny.m3u8"])
        let hdrOnlyPredicate = NSPredicate(
            format: "videoAttributes.videoRange == %@", argumentArray: [AVVideoRange.pq])
        #expect(try await names(hdrOnlyPredicate).count == 4)
        let both = NSPredicate(
            format: "videoAttributes.videoRange == %@ && peakBitRate < 5000000", argumentArray: [AVVideoRange.pq])
        #expect(try await names(both) == ["hdr_small.m3u8", "hdr_tiny.m3u8"])
        let auxVarPref = NSPredicate(
            format: "%d IN audioAttributes.formatIDs", argumentArray: [kAudioFormatAppleLossless])
        #expect(try await names(auxVarPref) == ["hdr_lossless.m3u8"])
        #expect(AVAssetVariantQualifier(predicate: auxVarPref).description.contains("audioAttributes.formatIDs"))
    }

    @Test func argumentsMayBeOfAnyType() async throws {
        let predicates = [
            NSPredicate(format: "peakBitRate == %d", 4_000_000),
            NSPredicate(format: "peakBitRate == %f", 4_000_000.0),
            NSPredicate(format: "peakBitRate == %@", NSNumber(value: 4_000_000)),
            NSPredicate(format: "%K == 4000000", "peakBitRate"),
            NSPredicate(format: "peakBitRate IN %@", argumentArray: [[4_000_000, 1]]),
            NSPredicate(format: "videoAttributes.videoRange == %@ && averageBitRate > 1", AVVideoRange.pq.rawValue),
        ]
        for predicate in predicates { #expect(try await names(predicate) == ["hdr_small.m3u8"]) }
    }

    @Test func predicatesAreCombined() async throws {
        let small = NSPredicate(format: "peakBitRate < 5000000")
        let sharp = NSPredicate(format: "videoAttributes.nominalFrameRate > 50")
        let block = NSPredicate { variant, _ in ((variant as? AVAssetVariant)?.peakBitRate ?? 0) < 3_000_000 }
        #expect(
            try await names(NSCompoundPredicate(andPredicateWithSubpredicates: [small, sharp])) == ["hdr_small.m3u8"])
        #expect(
            try await names(NSCompoundPredicate(orPredicateWithSubpredicates: [sharp, block]))
                == ["hdr_small.m3u8", "hdr_tiny.m3u8"])
        #expect(try await names(NSCompoundPredicate(notPredicateWithSubpredicate: small)).count == 3)
    }

    @Test func constructorsExamineTheAudioOfAnOption() async throws {
        let audible = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        let french = try #require(audible.options.first { $0.extendedLanguageTag == "fr" })
        let surround = AVAssetVariantQualifier.predicate(
            forChannelCount: 6, mediaSelectionOption: french, operatorType: .greaterThanOrEqualTo)
        #expect(try await names(surround) == ["dovi_variant.m3u8", "hdr_small.m3u8", "hdr_tiny.m3u8"])
        let studio = AVAssetVariantQualifier.predicate(
            forAudioSampleRate: 48_000, mediaSelectionOption: nil, operatorType: .greaterThan)
        #expect(try await names(studio) == ["hdr_lossless.m3u8"])
        let binaural = AVAssetVariantQualifier.predicate(forBinauralAudio: true, mediaSelectionOption: nil)
        let immersive = AVAssetVariantQualifier.predicate(forImmersiveAudio: false, mediaSelectionOption: french)
        let downmix = AVAssetVariantQualifier.predicate(forDownmixAudio: false, mediaSelectionOption: nil)
        #expect(try await names(binaural).isEmpty)
        #expect(try await names(immersive).count == 4)
        #expect(try await names(downmix).count == 5)
        let wide = AVAssetVariantQualifier.predicate(forPresentationWidth: 1920, operatorType: .greaterThan)
        let low = AVAssetVariantQualifier.predicate(forPresentationHeight: 540, operatorType: .equalTo)
        #expect(try await names(wide) == ["dovi_variant.m3u8"])
        #expect(try await names(low) == ["hdr_tiny.m3u8"])
    }

    @Test(arguments: [
        "peakBitRate <", "peakBitrate < 5", "videoAttributes.videoRange == 5", "%@ == 3", "FUNCTION(self, 'x')", "",
    ])
    func malformedFormatStringMatchesNothingAndNamesTheProblem(format: String) async throws {
        let predicate = NSPredicate(format: format)
        #expect(try await names(predicate).isEmpty)
        let all = NSCompoundPredicate(orPredicateWithSubpredicates: [NSPredicate(value: true), predicate])
        #expect(AVAssetVariantQualifier(predicate: all).description.contains("is malformed"))
    }

    @Test func argumentOfAnUnknownTypeIsNamed() {
        let predicate = NSPredicate(format: "peakBitRate == %@", argumentArray: [Date()])
        #expect(
            AVAssetVariantQualifier(predicate: predicate).description.contains("argument 1 of the predicate is a Date"))
        let extreme = AVAssetVariantQualifier.maximumValue(inKeyPath: "videoAttributes.codecTypes")
        #expect(extreme.description.contains("cannot be used"))
    }
}
