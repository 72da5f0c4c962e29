import AssetDownloading
import Foundation
import ScriptedOrigin
import Testing

/// The ladder of the talk: the variants that a predicate selects, as letters.
@Suite struct PredicateEvaluationTests {
    private static let letters: [(String, String)] = [
        ("sdr_variant.m3u8", "s"), ("dovi_variant.m3u8", "d"), ("hdr_small.m3u8", "m"), ("hdr_tiny.m3u8", "t"),
        ("hdr_lossless.m3u8", "l"),
    ]

    static func met(_ predicate: VariantPredicate) throws -> String {
        try TalkPlaylist.wholeLadder().variants.filter(predicate.evaluate).map { variant in
            letters.first { $0.0 == variant.url?.lastPathComponent }?.1 ?? "?"
        }.joined()
    }

    @Test(arguments: [
        // Comparisons, in all notations.
        ("peakBitRate == 4000000", "m"), ("peakBitRate = 4000000", "m"), ("peakBitRate != 4000000", "sdtl"),
        ("peakBitRate <> 4000000", "sdtl"), ("peakBitRate < 4000000", "t"), ("peakBitRate <= 4000000", "mt"),
        ("peakBitRate =< 4e6", "mt"), ("peakBitRate > 14516882.5", "sd"), ("peakBitRate >= 14516883", "sd"),
        ("peakBitRate => 0xDD8233", "sd"), ("5000000 > peakBitRate", "mt"),
        ("peakBitRate BETWEEN {4000000, 9000000}", "ml"), ("peakBitRate between { 2e6 , 4e6 }", "mt"),
        ("peakBitRate IN {4000000, 9000000, 'x'}", "ml"),
        // Logical operators.
        ("videoAttributes.videoRange == PQ && peakBitRate < 5000000", "mt"),
        ("videoAttributes.videoRange == PQ and not peakBitRate < 5000000", "dl"),
        ("videoAttributes.videoRange == 'SDR' || peakBitRate < 3000000", "st"),
        ("peakBitRate < 3000000 OR peakBitRate > 30000000 AND videoAttributes.videoRange == SDR", "t"),
        ("(peakBitRate < 3000000 OR peakBitRate > 30000000) AND videoAttributes.videoRange == PQ", "dt"),
        ("!(peakBitRate < 5000000)", "sdl"), ("NOT NOT peakBitRate < 5000000", "mt"), ("TRUEPREDICATE", "sdmtl"),
        ("FALSEPREDICATE or (TRUEPREDICATE)", "sdmtl"), ("((((peakBitRate)) < ((5000000))))", "mt"),
        // Lists.
        ("'alac' IN audioAttributes.formatIDs", "l"), ("audioAttributes.formatIDs CONTAINS 'ec-3'", "dmt"),
        ("ANY audioAttributes.formatIDs == 'alac'", "l"), ("some audioAttributes.formatIDs == 1634492771", "l"),
        ("ALL audioAttributes.renditions.channelCount > 2", "dmt"),
        ("NONE audioAttributes.renditions.language == 'fr'", "l"),
        ("ANY audioAttributes.renditions.sampleRate > 48000", "l"),
        ("ANY videoAttributes.codecTypes IN {'hvc1', 'dvh1'}", "dmtl"),
        ("ANY videoAttributes.codecTypes BEGINSWITH 'dv'", "d"), ("'4K' IN badges", "d"),
        ("ANY badges CONTAINS[c] 'dolby'", "dmt"), ("badges.@count == 0", ""),
        ("audioAttributes.renditions.channelCount.@max >= 16", "dmt"), ("ANY subtitles.language == 'en'", "m"),
        ("count:(subtitles.language) > 0", "m"), ("videoAttributes.codecTypes == {'hvc1'}", "mtl"),
        // Arithmetic.
        ("peakBitRate / 1000 < 5000", "mt"), ("peakBitRate - averageBitRate == 1e6", "m"),
        ("videoAttributes.presentationSize.width * videoAttributes.presentationSize.height >= 2 ** 21", "d"),
        ("videoAttributes.presentationSize.width / videoAttributes.presentationSize.height == 2", "d"),
        ("peakBitRate < 1 + 2 * 3 ** 2 * 1000000", "smtl"), ("-peakBitRate > -3000000", "t"),
        ("floor:(videoAttributes.nominalFrameRate) == 59", "m"),
        ("abs(peakBitRate - 4500000) < 600000", "m"), ("max:(peakBitRate, 9000000) == 9000000", "mtl"),
        ("sqrt(peakBitRate) < 1500", "t"), ("peakBitRate / 0 == NULL", "sdmtl"),
        // Undeclared attributes.
        ("averageBitRate == NULL", "sdtl"), ("averageBitRate != nil", "m"), ("averageBitRate < 1e12", "m"),
        ("averageBitRate > 0 OR averageBitRate == NULL", "sdmtl"), ("videoAttributes == NULL", ""),
        ("audioAttributes != NULL", "sdmtl"), ("score == NULL", "sdmtl"),
        // Text.
        ("url ENDSWITH 'small.m3u8'", "m"), ("url CONTAINS 'HDR'", ""), ("url CONTAINS[c] 'HDR'", "mtl"),
        ("url LIKE '*/hdr_*.m3u?'", "mtl"), ("url LIKE 'hdr'", ""), ("url like[cd] '*SDR*'", "s"),
        ("url MATCHES '.*/(sdr|dovi)_variant[.]m3u8'", "sd"), ("url MATCHES[c] '.*/HDR_\\\\w{4,5}\\\\.m3u8'", "mt"),
        ("'hdr' IN url", "mtl"), ("uppercase(videoAttributes.videoRange) == \"PQ\"", "dmtl"),
        ("videoAttributes.videoRange IN {PQ, HLG}", "dmtl"), ("videoAttributes.videoRange ==[c] 'pq'", "dmtl"),
        ("'Café' ==[cd] 'cafe'", "sdmtl"), ("'Café' == 'cafe'", ""), ("YES == TRUE", "sdmtl"),
        ("ANY audioAttributes.renditions.isBinaural == YES", ""),
    ])
    func predicateSelectsMatchingVariants(format: String, expected: String) throws {
        let predicate = try VariantPredicate(format: format)
        #expect(try Self.met(predicate) == expected)
        // The predicate's description has the same meaning.
        let again = try VariantPredicate(format: predicate.description)
        #expect(try Self.met(again) == expected, "\(predicate)")
        #expect(again.description == predicate.description)
    }

    @Test func argumentsReplacePlaceholders() throws {
        #expect(try Self.met(VariantPredicate(format: "%K < %d", "peakBitRate", 5_000_000)) == "mt")
        #expect(try Self.met(VariantPredicate(format: "%K BETWEEN %@", "peakBitRate", [4e6, 9e6])) == "ml")
        #expect(
            try Self.met(VariantPredicate(format: "peakBitRate < %f && %@ IN badges", 1e9, VariantBadge.fourK)) == "d")
        #expect(try Self.met(VariantPredicate(format: "%@ IN audioAttributes.formatIDs", AudioFormatID.ac3)) == "")
        #expect(
            try Self.met(
                VariantPredicate(format: "%u IN audioAttributes.formatIDs", AudioFormatID.enhancedAC3.rawValue))
                == "dmt")
        #expect(
            try Self.met(VariantPredicate(format: "ANY videoAttributes.codecTypes IN %@", ["avc1", "dvh1"])) == "sd")
        #expect(try Self.met(VariantPredicate(format: "url CONTAINS '%@'")) == "")
    }

    @Test func predicatesCanBeCombinedInSwift() throws {
        let small = try VariantPredicate(format: "peakBitRate < 5000000")
        let smooth = VariantPredicate(name: "smooth") { ($0.videoAttributes?.nominalFrameRate ?? 0) > 50 }
        #expect(try Self.met(.and([small, smooth])) == "m")
        #expect(try Self.met(.and([small, .not(smooth)])) == "t")
        #expect(try Self.met(.or([smooth, VariantPredicate(value: false)])) == "m")
        #expect(try Self.met(.and([])) == "sdmtl")
        #expect(try Self.met(.or([])) == "")
        #expect(VariantPredicate.and([small, .not(smooth)]).description == "peakBitRate < 5000000 AND NOT smooth")
    }
}
