import AssetDownloading
import Foundation
import ScriptedOrigin
import Testing

/// The variant selection code of the talk; its download code is in `TalkDownloadTests`.
@Suite struct TalkSampleTests {
    private func names(_ qualifier: AssetVariantQualifier, _ presentation: AssetPresentation) -> [String] {
        AssetPresentation.names(qualifier.preferred(among: presentation.variants))
    }

    @Test func peakBitRateCap() throws {
        let peakBitRateCap = try VariantPredicate(format: "peakBitRate < 5000000")
        let peakBitRateCapQualifier = AssetVariantQualifier(predicate: peakBitRateCap)
        #expect(names(peakBitRateCapQualifier, try TalkPlaylist.presentation()) == [])
        #expect(
            names(peakBitRateCapQualifier, try TalkPlaylist.wholeLadder()) == ["hdr_small.m3u8", "hdr_tiny.m3u8"])
    }

    @Test func hdrOnly() throws {
        let hdrOnlyPredicate = try VariantPredicate(
            format: "videoAttributes.videoRange == %@", argumentArray: [VideoRange.pq])
        let hdrOnlyQualifier = AssetVariantQualifier(predicate: hdrOnlyPredicate)
        #expect(names(hdrOnlyQualifier, try TalkPlaylist.presentation()) == ["dovi_variant.m3u8"])
    }

    @Test func contentConfiguration() throws {
        let variantPref = AssetVariantQualifier(
            predicate: try VariantPredicate(
                format: "videoAttributes.videoRange == %@ && peakBitRate < 5000000", argumentArray: [VideoRange.pq]))
        let presentation = try TalkPlaylist.wholeLadder()
        #expect(names(variantPref, presentation) == ["hdr_small.m3u8", "hdr_tiny.m3u8"])
        let choice = try #require(VariantChoice(among: presentation.variants, preferring: [variantPref]))
        #expect(choice.variant.url?.lastPathComponent == "hdr_small.m3u8")
        // English and French audio, and English subtitle renditions.
        let audible = try #require(presentation.mediaSelectionGroup(for: .audible))
        let legible = try #require(presentation.mediaSelectionGroup(for: .legible))
        let selections = audible.options(forLanguages: ["en", "fr"]) + legible.options(forLanguages: ["en"])
        #expect(selections.map(\.kind) == [.audio, .audio, .subtitles])
        #expect(selections.map(\.language) == ["en", "fr", "en"])
    }

    @Test func auxiliaryContentWithLosslessAudio() throws {
        let auxVarPref = try VariantPredicate(
            format: "%d IN audioAttributes.formatIDs", argumentArray: [kAudioFormatAppleLossless])
        let auxVarQf = AssetVariantQualifier(predicate: auxVarPref)
        #expect(names(auxVarQf, try TalkPlaylist.wholeLadder()) == ["hdr_lossless.m3u8"])
        #expect(names(auxVarQf, try TalkPlaylist.presentation()) == [])
    }

    @Test func directVariantSelection() throws {
        let presentation = try TalkPlaylist.wholeLadder()
        let myVariant = presentation.variants[3]
        let variantQf = AssetVariantQualifier(variant: myVariant)
        #expect(
            VariantChoice(among: presentation.variants, preferring: [variantQf])?.variant == myVariant)
    }

    /// "Any property on variant can be used", and the constructors for properties that a format string cannot easily
    /// express.
    @Test func channelCountByTheCustomConstructor() throws {
        let presentation = try TalkPlaylist.wholeLadder()
        let french = presentation.mediaSelectionGroup(for: .audible)?.options.last
        let many = AssetVariantQualifier.predicate(
            forChannelCount: 6, mediaSelectionOption: french, operatorType: .greaterThanOrEqualTo)
        #expect(
            names(AssetVariantQualifier(predicate: many), presentation)
                == ["dovi_variant.m3u8", "hdr_small.m3u8", "hdr_tiny.m3u8"])
        let stereo = AssetVariantQualifier.predicate(forChannelCount: 2, operatorType: .equalTo)
        #expect(
            names(AssetVariantQualifier(predicate: stereo), presentation)
                == ["sdr_variant.m3u8", "hdr_lossless.m3u8"])
    }
}
