import AssetDownloading
import Foundation
import ScriptedOrigin
import Testing

@Suite struct AssetVariantQualifierTests {
    private func qualifier(_ format: String) throws -> AssetVariantQualifier {
        AssetVariantQualifier(predicate: try VariantPredicate(format: format))
    }

    private func choose(_ formats: String...) throws -> (name: String?, qualifier: Int?) {
        let variants = try TalkPlaylist.wholeLadder().variants
        let choice = VariantChoice(among: variants, preferring: try formats.map(qualifier))
        return (choice?.variant.url?.lastPathComponent, choice?.qualifier)
    }

    @Test func firstMatchingPreferenceDecides() throws {
        #expect(try choose("peakBitRate < 1000", "peakBitRate < 3000000", "TRUEPREDICATE") == ("hdr_tiny.m3u8", 1))
        #expect(try choose("videoAttributes.videoRange == SDR", "TRUEPREDICATE") == ("sdr_variant.m3u8", 0))
    }

    @Test func bestVariantIsChosenWithoutAMatch() throws {
        #expect(try choose("peakBitRate < 1000") == ("dovi_variant.m3u8", nil))
        #expect(try choose() == ("dovi_variant.m3u8", nil))
        #expect(VariantChoice(among: [], preferring: []) == nil)
    }

    @Test func scoresPrecedeBitRatesIfAllAreScored() throws {
        func best(_ scores: [String]) throws -> String? {
            let lines = zip(["a", "b", "c"], scores).enumerated().map { index, line in
                "#EXT-X-STREAM-INF:BANDWIDTH=\(3 - index)\(line.1)\n\(line.0)\n"
            }
            let presentation = try AssetPresentation(playlist: "#EXTM3U\n" + lines.joined())
            return VariantChoice(among: presentation.variants, preferring: [])?.variant.url?.relativeString
        }
        #expect(try best([",SCORE=1.0", ",SCORE=2.5", ",SCORE=2.5"]) == "b")
        #expect(try best([",SCORE=1.0", ",SCORE=2.5", ""]) == "a")
        #expect(try best(["", "", ""]) == "a")
    }

    @Test func closureCanPrefer() throws {
        let variants = try TalkPlaylist.wholeLadder().variants
        let smooth = AssetVariantQualifier { ($0.videoAttributes?.nominalFrameRate ?? 0) > 50 }
        #expect(AssetPresentation.names(smooth.preferred(among: variants)) == ["hdr_small.m3u8"])
    }

    @Test func highestAndLowestValuesCanBePreferred() throws {
        let variants = try TalkPlaylist.wholeLadder().variants
        let lowest = try AssetVariantQualifier.minimumValue(inKeyPath: "peakBitRate")
        #expect(AssetPresentation.names(lowest.preferred(among: variants)) == ["hdr_tiny.m3u8"])
        let widest = try AssetVariantQualifier.maximumValue(inKeyPath: "videoAttributes.presentationSize.width")
        #expect(AssetPresentation.names(widest.preferred(among: variants)) == ["dovi_variant.m3u8"])
        // An undeclared attribute is neither maximum nor minimum.
        let average = try AssetVariantQualifier.maximumValue(inKeyPath: "averageBitRate")
        #expect(AssetPresentation.names(average.preferred(among: variants)) == ["hdr_small.m3u8"])
        #expect(throws: VariantPredicateError.self) { () throws in
            _ = try AssetVariantQualifier.maximumValue(inKeyPath: "badges")
        }
    }

    @Test func presentationSizePredicatesMatch() throws {
        let variants = try TalkPlaylist.presentation().variants
        let wide = AssetVariantQualifier.predicate(forPresentationWidth: 1920, operatorType: .greaterThan)
        let low = AssetVariantQualifier.predicate(forPresentationHeight: 1080, operatorType: .lessThanOrEqualTo)
        #expect(variants.map { wide.evaluate(with: $0) } == [false, true])
        #expect(variants.map { low.evaluate(with: $0) } == [true, false])
    }

    @Test func binauralImmersiveAndDownmixPredicatesMatch() throws {
        let presentation = try AssetPresentation(
            playlist: """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,NAME="A",GROUP-ID="b",DEFAULT=YES,CHANNELS="2/-/BINAURAL",URI="b"
                #EXT-X-MEDIA:TYPE=AUDIO,NAME="A",GROUP-ID="d",DEFAULT=YES,CHANNELS="2/-/DOWNMIX",SAMPLE-RATE=96000,URI="d"
                #EXT-X-MEDIA:TYPE=AUDIO,NAME="A",GROUP-ID="i",DEFAULT=YES,CHANNELS="12/-/IMMERSIVE",URI="i"
                #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="mp4a.40.2",AUDIO="b"
                b
                #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="fLaC",AUDIO="d"
                d
                #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="apac.31.00",AUDIO="i"
                i
                #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001f"
                silent
                """)
        func met(_ predicate: VariantPredicate) -> [Bool] { presentation.variants.map(predicate.evaluate) }
        #expect(met(AssetVariantQualifier.predicate(forBinauralAudio: true)) == [true, false, false, false])
        #expect(met(AssetVariantQualifier.predicate(forBinauralAudio: false)) == [false, true, true, false])
        #expect(met(AssetVariantQualifier.predicate(forDownmixAudio: true)) == [false, true, false, false])
        #expect(met(AssetVariantQualifier.predicate(forImmersiveAudio: true)) == [false, false, true, false])
        let high = AssetVariantQualifier.predicate(forAudioSampleRate: 48000, operatorType: .greaterThan)
        #expect(met(high) == [false, true, false, false])
        #expect(
            presentation.variants.map(\.badges)
                == [[.binaural], [.highResolutionLossless], [.surround, .immersive], []])
    }
}
