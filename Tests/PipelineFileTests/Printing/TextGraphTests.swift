import PipelineFile
import PipelineRuntime
import Testing

struct TextGraphTests {
    let result = load(
        """
        pipeline: two
        about: says "hello"
        stages:
          left: { use: mp4.read, with: { path: a } }
          right: { use: mp4.read, with: { path: b } }
          segments: { use: fmp4.segment, from: [left, right] }
          playlists: { use: hls.playlist, from: segments }
          folder: { use: file.folder, from: playlists, with: { path: c } }
          copy: { use: file.folder, from: playlists, with: { path: d } }
        """)

    @Test func textGraphIsIndented() throws {
        let text = try TextGraph(try #require(result.plan)).text
        #expect(
            text == """
                two: says "hello"
                  left (mp4.read)
                    sample -> segments (fmp4.segment)
                      segment -> playlists (hls.playlist)
                        resource -> folder (file.folder)
                        resource -> copy (file.folder)
                  right (mp4.read)
                    sample -> segments (fmp4.segment), see above

                """)
    }

    @Test func dotGraphShowsOptionsAndPolicies() throws {
        let dot = try DOTGraph(try #require(result.plan)).dot
        #expect(dot.hasPrefix("digraph \"two\" {\n"))
        #expect(dot.contains("  \"left\" [label=\"left\\nmp4.read\\npath: a\", style=\"rounded,filled\", "))
        #expect(
            dot.contains(
                "  \"right\" -> \"segments\" [label=\"sample\\nwhen full: wait\", style=solid];\n"))
        #expect(dot.contains("  \"segments\" -> \"playlists\" [label=\"segment\", style=dotted];\n"))
        #expect(dot.contains("says \\\"hello\\\""))
        #expect(dot.hasSuffix("}\n"))
    }

    @Test func nonDefaultPoliciesAreShown() throws {
        let plan = try #require(
            load(
                """
                pipeline: one
                stages:
                  left: { use: mp4.read, on-error: restart, with: { path: a } }
                  segments: { use: fmp4.segment, from: left }
                  playlists: { use: hls.playlist, from: segments }
                  copy: { use: file.folder, from: playlists, with: { path: "\\e[2J\\\\N" } }
                """
            ).plan)
        #expect(try TextGraph(plan).text.contains("left (mp4.read), on-error: restart\n"))
        let dot = try DOTGraph(plan).dot
        #expect(dot.contains("path: a\\non-error: restart\""))
        // Text from a file cannot inject terminal or Graphviz escapes.
        #expect(!dot.contains("\u{1b}") && dot.contains("\\\\N"), "\(dot)")
    }
}
