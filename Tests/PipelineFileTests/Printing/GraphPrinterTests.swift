import PipelineFile
import PipelineRuntime
import Testing

struct GraphPrinterTests {
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

    @Test func aTerminalShowsTheFlowIndented() throws {
        let text = GraphPrinter(try #require(result.plan)).text
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

    @Test func graphvizGetsStagesAndLinks() throws {
        let dot = GraphPrinter(try #require(result.plan)).dot
        #expect(dot.hasPrefix("digraph \"two\" {\n"))
        #expect(dot.contains("  \"left\" [label=\"left\\nmp4.read\"];\n"))
        #expect(dot.contains("  \"right\" -> \"segments\" [label=\"sample\"];\n"))
        #expect(dot.hasSuffix("}\n"))
    }
}
