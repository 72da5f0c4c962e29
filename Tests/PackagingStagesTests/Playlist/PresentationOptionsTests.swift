import PackagingStages
import Media
import StageKit
import Testing

@Suite struct PresentationOptionsTests {
    private func node(_ entries: [String: String]) -> OptionNode {
        OptionNode(.mapping(entries.map { OptionNode.Entry(key: $0.key, value: OptionNode($0.value)) }))
    }

    private func multivariant(_ configure: (inout HLSPlaylist.Options) throws -> Void) throws -> String {
        var options = HLSPlaylist.Options()
        try configure(&options)
        let made = options
        var run = try PlaylistRun { $0 = made }
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        video.rendition.tracks[0].attributes.score = 1.5
        try run.send(video.initialization(), audio.initialization())
        try run.send(video.next(at: .zero, lasting: .seconds(6)), audio.next(at: .zero, lasting: .seconds(6)))
        try run.finish()
        return try #require(run.text("index.m3u8"))
    }

    @Test func requestedOptionsAreDeclared() throws {
        let text = try multivariant { options in
            options.start = try StartOption(option: node(["offset": "-12.5s", "precise": "true"]))
            options.hasStableIDs = true
            options.sessionData = [
                try SessionDataOption(option: node(["id": "com.example.title", "value": "A film", "language": "en"])),
                try SessionDataOption(option: node(["id": "com.example.more", "uri": "more.json"])),
            ]
            options.variables = [try VariableOption(option: node(["name": "cdn", "value": "https://a.example"]))]
            options.uriPrefix = try QuotableText(option: OptionNode("{$cdn}/film/"))
        }
        #expect(text.contains("#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME=\"cdn\",VALUE=\"https://a.example\"\n"))
        #expect(text.contains("#EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES\n"))
        #expect(text.contains("DATA-ID=\"com.example.title\",VALUE=\"A film\",LANGUAGE=\"en\"\n"))
        #expect(text.contains("DATA-ID=\"com.example.more\",URI=\"more.json\"\n"))
        #expect(text.contains("STABLE-VARIANT-ID=\"video.audio\""))
        #expect(text.contains("STABLE-RENDITION-ID=\"audio\""))
        #expect(text.contains("SCORE=1.500"))
        #expect(text.contains("\n{$cdn}/film/video/playlist.m3u8\n"))
        #expect(text.contains("URI=\"{$cdn}/film/audio/playlist.m3u8\""))
    }

    @Test func unrequestedOptionsAreAbsent() throws {
        let text = try multivariant { _ in }
        for tag in ["START", "DEFINE", "SESSION-DATA", "STABLE-"] { #expect(!text.contains(tag)) }
    }

    @Test(arguments: [
        ["value": "without an id"], ["id": "a.b"], ["id": "a.b", "value": "x", "uri": "y"],
        ["id": "a.b", "value": "a \"quote\""],
    ])
    func invalidSessionDataIsRejected(entries: [String: String]) {
        #expect(throws: OptionProblem.self) { try SessionDataOption(option: node(entries)) }
    }

    @Test(arguments: [
        ["name": "a"], ["value": "a"], ["name": "a b", "value": "c"], ["name": "a", "value": "b", "query": "c"], [:],
    ])
    func aVariableHasANameAndAValueOrAQuery(entries: [String: String]) {
        #expect(throws: OptionProblem.self) { try VariableOption(option: node(entries)) }
    }

    @Test func aVariableThatIsNotDefinedIsRefused() {
        #expect(throws: StageError.self) {
            try multivariant { $0.uriPrefix = try QuotableText(option: OptionNode("{$cdn}/")) }
        }
    }

    @Test func playersAreHeldBackWhereItIsAsked() throws {
        func playlist(_ holdBack: MediaTime) throws -> String? {
            var run = try PlaylistRun {
                $0.type = .live
                $0.holdBack = holdBack
            }
            var video = ScriptedSegments.video()
            try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(6)))
            return run.text("video/playlist.m3u8")
        }
        #expect(try playlist(.seconds(20))?.contains("#EXT-X-SERVER-CONTROL:HOLD-BACK=20\n") == true)
        #expect(throws: StageError.self) { try playlist(.seconds(17)) }
    }
}
