import HLS
import Testing

/// EXT-X-DEFINE and variable references (RFC 8216bis 4.3 and 4.4.2.3).
@Suite struct VariableTests {
    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"

    private func uris(_ text: String, _ variables: PlaylistVariables? = nil) throws -> [String] {
        guard case .media(let playlist) = try Playlist.parse(Self.head + text, variables: variables).playlist else {
            return []
        }
        return playlist.segments.map(\.uri)
    }

    private func problem(
        _ text: String, _ variables: PlaylistVariables? = nil, limits: PlaylistLimits = PlaylistLimits()
    ) -> String? {
        #expect(throws: PlaylistProblem.self) {
            try Playlist.parse(Self.head + text, limits: limits, variables: variables)
        }?.description
    }

    @Test func variablesAreExpandedInURIsAndQuotedStrings() throws {
        let text = """
            #EXT-X-DEFINE:NAME="a-1_b",VALUE="x"
            #EXT-X-DEFINE:NAME="path",VALUE="{$a-1_b}/y"
            #EXTINF:6,{$path}
            {$path}/{$a-1_b}{$a-1_b}.ts?{}{$}{$ a}$
            """
        #expect(try uris(text) == ["x/y/xx.ts?{}{$}{$ a}$"])
    }

    @Test func variableMustBeDefinedBeforeUse() {
        #expect(
            problem("#EXTINF:6,\nü{$a}\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"x\"\n")
                == "4:2: the variable a is not defined before this line")
        #expect(
            problem("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"x\"\n#EXT-X-DEFINE:QUERYPARAM=\"a\"\n")
                == "4:15: the variable a is already defined")
    }

    @Test func variablesAreImportedFromTheMultivariantPlaylistAndTheQuery() throws {
        let text = "#EXT-X-DEFINE:IMPORT=\"a\"\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n#EXTINF:6,\n{$a}?{$t}\n"
        let variables = PlaylistVariables(imported: ["a": "x"], queryParameters: ["t": "1"])
        #expect(try uris(text, variables) == ["x?1"])
        // If the referring playlist is unknown, references remain unresolved.
        #expect(try uris(text) == ["{$a}?{$t}"])
        #expect(
            problem(text, PlaylistVariables(queryParameters: ["t": "1"]))
                == "3:15: the multivariant playlist does not define the variable a")
        #expect(
            problem(text, PlaylistVariables(imported: ["a": "x"]))
                == "4:15: the URL of the playlist has no query parameter t")
    }

    @Test func multivariantPlaylistCannotImport() {
        let problem = #expect(throws: PlaylistProblem.self) {
            try Playlist.parse("#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"a\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv\n")
        }
        #expect(problem?.description == "2:15: only media playlists can import variables")
    }

    @Test func multivariantPlaylistExportsItsVariables() throws {
        let parsed = try Playlist.parse(
            "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"x\"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"{$a}\"\n{$a}.m3u8\n",
            tolerance: .tolerant)
        #expect(parsed.variables == ["a": "x"])
        guard case .multivariant(let playlist) = parsed.playlist else { return }
        #expect(playlist.variants[0].uri == "x.m3u8")
        #expect(playlist.variants[0].audioGroup == "x")
    }

    @Test func nestedReferenceIsRejected() {
        let variables = PlaylistVariables(queryParameters: ["t": "{$u}"])
        #expect(
            problem("#EXT-X-DEFINE:QUERYPARAM=\"t\"\n#EXTINF:6,\n{$t}\n", variables)
                == "5:1: the value of t refers to another variable")
    }

    @Test func expansionSizeIsLimited() {
        var limits = PlaylistLimits()
        limits.lineLength = 1000
        limits.size = 3000
        let define = "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(String(repeating: "x", count: 900))\"\n"
        #expect(
            problem(define + "#EXTINF:6,\n{$a}{$a}\n", limits: limits)
                == "5:1: the line exceeds 1000 bytes after variable expansion")
        #expect(
            problem(define + String(repeating: "#EXTINF:6,\n{$a}\n", count: 4), limits: limits)
                == "11:1: variable expansion adds more than 3000 bytes")
    }
}
