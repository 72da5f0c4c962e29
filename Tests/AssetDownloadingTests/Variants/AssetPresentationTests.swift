import AssetDownloading
import Foundation
import Testing

@Suite struct AssetPresentationTests {
    @Test func equalOptionsOfSeveralGroupsAreOne() throws {
        let presentation = try AssetPresentation(
            playlist: """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,NAME="Deutsch",GROUP-ID="1",LANGUAGE="de-CH",DEFAULT=YES,URI="1"
                #EXT-X-MEDIA:TYPE=AUDIO,NAME="Deutsch",GROUP-ID="2",LANGUAGE="de-CH",DEFAULT=YES,URI="2"
                #EXT-X-MEDIA:TYPE=AUDIO,NAME="Kommentar",GROUP-ID="2",LANGUAGE="de",CHARACTERISTICS="public.x",URI="3"
                #EXT-X-MEDIA:TYPE=SUBTITLES,NAME="Deutsch",GROUP-ID="s",LANGUAGE="de",FORCED=YES,URI="4"
                #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,NAME="English",GROUP-ID="c",LANGUAGE="en",INSTREAM-ID="SERVICE1"
                #EXT-X-MEDIA:TYPE=VIDEO,NAME="Tribüne",GROUP-ID="v",URI="5"
                #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="2",SUBTITLES="s",CLOSED-CAPTIONS="c",VIDEO="v"
                a.m3u8
                """, url: URL(string: "https://example.com/x/y.m3u8?z"))
        #expect(presentation.mediaSelectionGroups.map(\.characteristic) == [.audible, .legible, .visual])
        let audible = try #require(presentation.mediaSelectionGroup(for: .audible))
        #expect(audible.options.map(\.displayName) == ["Deutsch", "Kommentar"])
        #expect(audible.options(forLanguages: ["de"]).count == 2)
        #expect(audible.options(forLanguages: ["DE-ch"]).map(\.displayName) == ["Deutsch"])
        #expect(!audible.allowsEmptySelection)
        let legible = try #require(presentation.mediaSelectionGroup(for: .legible))
        #expect(legible.options.map(\.kind) == [.subtitles, .closedCaptions])
        #expect(legible.options.map(\.isForced) == [true, false])
        #expect(legible.allowsEmptySelection)
        #expect(presentation.variants[0].url?.absoluteString == "https://example.com/x/a.m3u8")
    }

    @Test func malformedPlaylistIsRejectedWithLine() {
        func message(_ text: String) -> String? {
            #expect(throws: AssetInspectionError.self) { try AssetPresentation(playlist: text) }?.description
        }
        #expect(
            message("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=x\na\n")
                == "2:29: BANDWIDTH must begin with a digit")
        #expect(
            message("#EXTM3U\n#EXT-X-TARGETDURATION:6\n")
                == "1:1: this is a media playlist; the multivariant playlist lists the variants")
    }

    @Test func variablesAreReadFromTheURLQuery() throws {
        let presentation = try AssetPresentation(
            playlist: "#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8?t={$t}\n",
            url: URL(string: "https://example.com/p.m3u8?a=1&t=x%2Fy&t=2"))
        #expect(presentation.variants[0].url?.absoluteString == "https://example.com/v.m3u8?t=x/y")
    }
}
