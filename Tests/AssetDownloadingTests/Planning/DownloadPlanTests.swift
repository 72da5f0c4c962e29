import AssetDownloading
import Foundation
import HLS
import HTTPClient
import Media
import Testing

@Suite struct DownloadPlanTests {
    private let base = WebURL("http://a.example/master.m3u8")!
    /// Two video variants; stereo, surround and lossless audio in two languages; subtitles.
    private let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="stereo",NAME="English",LANGUAGE="en-US",DEFAULT=YES,AUTOSELECT=YES,URI="en_stereo.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="stereo",NAME="French",LANGUAGE="fr",AUTOSELECT=YES,URI="fr_stereo.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="lossless",NAME="English",LANGUAGE="en-US",DEFAULT=YES,AUTOSELECT=YES,URI="en_alac.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="German",LANGUAGE="de",URI="de.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="stereo",SUBTITLES="subs"
        sd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080,AUDIO="stereo",SUBTITLES="subs"
        hd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=11000000,CODECS="avc1.640028,alac",RESOLUTION=1920x1080,AUDIO="lossless",SUBTITLES="subs"
        hd.m3u8

        """

    private var presentation: MultivariantPlaylist {
        get throws {
            guard case .multivariant(let playlist) = try Playlist.parse(master).playlist else {
                throw AssetDownloadError(.malformed, "not a multivariant playlist")
            }
            return playlist
        }
    }

    private func configuration(_ change: (inout AssetDownloadConfiguration) throws -> Void) throws
        -> AssetDownloadConfiguration
    {
        let url = try #require(URL(string: base.description))
        var configuration = AssetDownloadConfiguration(asset: URLAsset(url: url), title: "my-title")
        try change(&configuration)
        return configuration
    }

    private func plan(_ change: (inout AssetDownloadConfiguration) throws -> Void) throws -> DownloadPlan {
        let choices = try ContentChoice.choices(
            from: AssetPresentation(try presentation, url: nil), for: try configuration(change))
        return try DownloadPlan(try presentation, at: base, choices: choices)
    }

    private func names(_ plan: DownloadPlan) -> [String] {
        plan.renditions.map { String($0.url.description.split(separator: "/").last ?? "") }
    }

    @Test func defaultIsOneVideoWithItsDefaultAudio() throws {
        #expect(names(try plan { _ in }) == ["en_alac.m3u8", "hd.m3u8"])
    }

    @Test func emptySelectionExcludesDefaultSubtitles() throws {
        let text = master.replacing("LANGUAGE=\"de\"", with: "LANGUAGE=\"de\",DEFAULT=YES,AUTOSELECT=YES")
        let presentation = try AssetPresentation(playlist: text)
        func names(_ selections: [MediaSelection]) throws -> [String] {
            let configuration = try configuration { $0.primaryContentConfiguration.mediaSelections = selections }
            return try ContentChoice.choices(from: presentation, for: configuration)[0].renditions.map(\.name)
        }
        #expect(try names([]) == ["English", "German"])
        #expect(try names([.none(.subtitles)]) == ["English"])
        #expect(try names([.none(.subtitles), .subtitles("en")]) == ["English", "English"])
    }

    @Test func iFrameStreamsAreReportedAsLeftOut() throws {
        #expect(try plan { _ in }.omissions.isEmpty)
        let frames = "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=300000,CODECS=\"avc1.64001f\",URI=\"frames.m3u8\"\n"
        guard case .multivariant(let playlist) = try Playlist.parse(master + frames + frames).playlist else {
            Issue.record("not a multivariant playlist")
            return
        }
        let choices = try ContentChoice.choices(
            from: AssetPresentation(playlist, url: nil), for: try configuration { _ in })
        let omissions = try DownloadPlan(playlist, at: base, choices: choices).omissions
        #expect(omissions.count == 1 && omissions[0].hasPrefix("left out: 2 I-frame streams"))
    }

    @Test func captionsAndLicensedKeysAreKept() throws {
        let text = """
            #EXTM3U
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="a.key"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="English",LANGUAGE="en",INSTREAM-ID="CC1"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="French",LANGUAGE="fr",INSTREAM-ID="CC2"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="other",NAME="German",LANGUAGE="de",INSTREAM-ID="CC1"
            #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.64001f",CLOSED-CAPTIONS="cc"
            sd.m3u8

            """
        guard case .multivariant(let playlist) = try Playlist.parse(text, tolerance: .tolerant).playlist else {
            Issue.record("not a multivariant playlist")
            return
        }
        let choices = try ContentChoice.choices(
            from: AssetPresentation(playlist, url: nil), for: try configuration { _ in })
        let local = try #require(DownloadPlan(playlist, at: base, choices: choices).playlists.last?.text)
        guard case .multivariant(let result) = try Playlist.parse(local).playlist else { return }
        #expect(result.renditions.map(\.instreamID) == ["CC1", "CC2"])
        // Keys of servers are stored, and media playlists reference them.
        #expect(result.sessionKeys.map(\.uri) == ["skd://1"])
        #expect(
            result.renditions.allSatisfy { $0.groupID == "cc" } && result.variants[0].closedCaptions == .group("cc"))
    }

    @Test func onlySelectedRenditionsArePlanned() throws {
        let plan = try plan {
            $0.primaryContentConfiguration.variantQualifiers = [
                AssetVariantQualifier(predicate: try VariantPredicate(format: "peakBitRate < 5000000"))
            ]
            $0.primaryContentConfiguration.mediaSelections = [.audio("en"), .audio("fr"), .subtitles("en")]
        }
        #expect(names(plan) == ["en_stereo.m3u8", "fr_stereo.m3u8", "en.m3u8", "sd.m3u8"])
        #expect(
            plan.playlists.last?.text == """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="stereo",NAME="English",LANGUAGE="en-US",DEFAULT=YES,AUTOSELECT=YES,URI="audio-en-us/playlist.m3u8"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="stereo",NAME="French",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,URI="audio-fr/playlist.m3u8"
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=NO,URI="subtitles-en/playlist.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="stereo",SUBTITLES="subs"
                video/playlist.m3u8

                """)
    }

    @Test func auxiliaryAudioSharesThePrimaryVideo() throws {
        let plan = try plan {
            $0.primaryContentConfiguration.variantQualifiers = [
                AssetVariantQualifier(predicate: try VariantPredicate(format: "peakBitRate < 5000000"))
            ]
            var auxiliary = AssetDownloadContentConfiguration()
            auxiliary.variantQualifiers = [
                AssetVariantQualifier(predicate: try VariantPredicate(format: "'alac' IN audioAttributes.formatIDs"))
            ]
            auxiliary.mediaSelections = [.audio("en")]
            $0.auxiliaryContentConfigurations = [auxiliary]
        }
        #expect(names(plan) == ["en_stereo.m3u8", "sd.m3u8", "en_alac.m3u8"])
        guard case .multivariant(let local) = try Playlist.parse(plan.playlists.last?.text ?? "").playlist else {
            throw AssetDownloadError(.malformed, "not a multivariant playlist")
        }
        #expect(local.variants.map(\.uri) == ["video/playlist.m3u8", "video/playlist.m3u8"])
        #expect(local.variants.map(\.audioGroup) == ["stereo", "lossless"])
        #expect(local.variants[1].codecs == ["avc1.64001f", "alac"])
        #expect(local.variants[1].resolution == PixelSize(width: 1280, height: 720))
    }

    @Test func auxiliaryVideoIsDownloadedWithoutOptimization() throws {
        let plan = try plan {
            $0.primaryContentConfiguration.variantQualifiers = [
                AssetVariantQualifier(predicate: try VariantPredicate(format: "peakBitRate < 5000000"))
            ]
            var auxiliary = AssetDownloadContentConfiguration()
            auxiliary.variantQualifiers = [
                AssetVariantQualifier(predicate: try VariantPredicate(format: "'alac' IN audioAttributes.formatIDs"))
            ]
            $0.auxiliaryContentConfigurations = [auxiliary]
            $0.optimizesAuxiliaryContentConfigurations = false
        }
        #expect(names(plan) == ["en_stereo.m3u8", "sd.m3u8", "en_alac.m3u8", "hd.m3u8"])
    }

    @Test func missingLanguageErrorListsAvailableOnes() throws {
        let error = #expect(throws: AssetDownloadError.self) {
            _ = try plan { $0.primaryContentConfiguration.mediaSelections = [.subtitles("it")] }
        }
        #expect(error?.message == "the variant 'hd.m3u8' has no subtitles in 'it'; available: en, de")
    }

    @Test(arguments: ["file:///etc/index.m3u8", "data:,x"])
    func renditionsOutsideHTTPAreRejected(uri: String) throws {
        let variant = Variant(uri: uri, bandwidth: 1)
        let presentation = MultivariantPlaylist(variants: [variant])
        #expect(throws: AssetDownloadError.self) {
            _ = try DownloadPlan(presentation, at: base, choices: [ContentChoice(variant: variant, renditions: [])])
        }
    }
}
