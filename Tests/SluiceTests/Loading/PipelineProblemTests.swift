import PipelineFile
import PipelineRuntime
import Sluice
import StageKit
import Testing

/// Errors and warnings about combinations of stages. Each remedy is applied to the pipeline that produces it.
@Suite struct PipelineProblemTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var yaml: String
        var code: String
        var severity = Diagnostic.Severity.error
        /// The source text at the location of the diagnostic.
        var marked: String
        var note: String
        /// The replacements that the note describes.
        var remedy: [(wrong: String, right: String)]
        var testDescription: String { name }
    }

    private static let head = """
        stages:
          camera: { use: test.video, with: { live: true } }
          tone: { use: test.audio, with: { live: true } }

        """
    private static let tail = "  folder: { use: file.folder, from: playlists, with: { path: out } }\n"

    /// A pipeline with these lines between two live sources and a folder.
    private static func pipeline(_ lines: String) -> String { head + lines + "\n" + tail }

    private static func live(segments: String = "{ interval: 2s }", playlists: String = "{ type: live }") -> String {
        pipeline(
            """
              video: { use: video.encode, from: camera }
              audio: { use: audio.encode, from: tone }
              segments: { use: fmp4.segment, from: [video, audio], with: \(segments) }
              playlists: { use: hls.playlist, from: segments, with: \(playlists) }
            """)
    }

    private static let streams: [Case] = [
        Case(
            name: "video.encode reads audio", yaml: live().replacing("from: camera", with: "from: tone"),
            code: "media-type-mismatch", marked: "tone", note: "stages above that emit video: camera",
            remedy: [("use: video.encode, from: tone", "use: video.encode, from: camera")]),
        Case(
            name: "audio.encode reads video", yaml: live().replacing("from: tone", with: "from: camera"),
            code: "media-type-mismatch", marked: "camera", note: "stages above that emit audio: tone",
            remedy: [("audio.encode, from: camera", "audio.encode, from: tone")]),
        Case(
            name: "no stage emits video",
            yaml: """
                stages:
                  tone: { use: test.audio }
                  video: { use: video.encode, from: tone }
                  segments: { use: fmp4.segment, from: video }
                  playlists: { use: hls.playlist, from: segments }

                """ + tail,
            code: "media-type-mismatch", marked: "tone", note: "stage kinds for audio: audio.encode",
            remedy: [("video.encode", "audio.encode")]),
        Case(
            name: "the selection excludes video",
            yaml: """
                stages:
                  movie: { use: file.decode, with: { path: a.mkv, tracks: audio } }
                  video: { use: keyframe.force, from: movie }
                  coded: { use: video.encode, from: video }
                  segments: { use: fmp4.segment, from: coded }
                  playlists: { use: hls.playlist, from: segments }

                """ + tail,
            code: "media-type-mismatch", marked: "movie", note: "add a source of video above it, or remove it",
            remedy: [
                ("  video: { use: keyframe.force, from: movie }\n", ""), ("from: video", "from: movie"),
                (", tracks: audio", ""),
            ]),
        Case(
            name: "audio that is not live",
            yaml: live().replacing("test.audio, with: { live: true }", with: "test.audio"),
            code: "mixed-pace", severity: .warning, marked: "hls.playlist", note: "set live: true in 'tone'",
            remedy: [("use: test.audio", "use: test.audio, with: { live: true }")]),
        Case(
            name: "a file beside a camera",
            yaml: live().replacing("test.audio, with: { live: true }", with: "file.decode, with: { path: a.wav }"),
            code: "mixed-pace", severity: .warning, marked: "hls.playlist",
            note: "remove 'tone', or use live sources only",
            remedy: [
                ("  tone: { use: file.decode, with: { path: a.wav } }\n", ""), ("[video, audio]", "video"),
                ("  audio: { use: audio.encode, from: tone }\n", ""),
            ]),
    ]

    private static let durations: [Case] = [
        Case(
            name: "target-duration below interval",
            yaml: live(segments: "{ interval: 6s }", playlists: "{ type: live, target-duration: 4s }"),
            code: "target-duration-below-interval", marked: "4s",
            note: "set target-duration to 6s or more, or remove it, or set interval to 4s or less in 'segments'",
            remedy: [("target-duration: 4s", "target-duration: 6s")]),
        Case(
            name: "interval above target-duration",
            yaml: live(segments: "{ interval: 6s }", playlists: "{ target-duration: 4s }"),
            code: "target-duration-below-interval", marked: "4s", note: "interval to 4s or less",
            remedy: [("interval: 6s", "interval: 4s")]),
        Case(
            name: "part above interval", yaml: live(segments: "{ interval: 2s, part: 3s }"),
            code: "part-above-interval",
            marked: "3s", note: "set part to 2s or less, or interval to 3s or more", remedy: [("part: 3s", "part: 2s")]),
        Case(
            name: "interval below part", yaml: live(segments: "{ interval: 2s, part: 3s }"),
            code: "part-above-interval",
            marked: "3s", note: "interval to 3s or more", remedy: [("interval: 2s", "interval: 3s")]),
        Case(
            name: "window of two segments", yaml: live(playlists: "{ type: live, window: 2 }"), code: "short-window",
            severity: .warning, marked: "2", note: "set window to 3 or more", remedy: [("window: 2", "window: 3")]),
        Case(
            name: "window below three intervals", yaml: live(playlists: "{ type: live, window: 5s }"),
            code: "short-window", severity: .warning, marked: "5s", note: "set window to 6s or more",
            remedy: [("window: 5s", "window: 6s")]),
        Case(
            name: "MPD of another type",
            yaml: live().replacing("from: playlists", with: "from: manifest").replacing(
                "  folder:", with: "  manifest: { use: dash.manifest, from: playlists, with: { type: vod } }\n  folder:"
            ),
            code: "type-mismatch", marked: "vod", note: "remove 'type': the MPD has the type of the playlists",
            remedy: [(", with: { type: vod }", "")]),
        Case(
            name: "latency of a VOD presentation",
            yaml: live(playlists: "{ type: vod }").replacing("from: playlists", with: "from: manifest").replacing(
                "  folder:",
                with: "  manifest: { use: dash.manifest, from: playlists, with: { latency: 2s } }\n  folder:"),
            code: "type-mismatch", marked: "2s", note: "remove 'latency', or set type: live in 'playlists'",
            remedy: [("type: vod", "type: live")]),
    ]

    private static let structure: [Case] = [
        Case(
            name: "two folders are one",
            yaml: live() + "  copy: { use: file.folder, from: playlists, with: { path: absent/../out/ } }\n",
            code: "output-in-use", marked: "copy",
            note: "choose another place for the output of 'copy', or remove it",
            remedy: [("absent/../out/", "copy")]),
        Case(
            name: "a name that is none", yaml: "pipeline: ../news today\n" + live(), code: "bad-name",
            marked: "../news today", note: "names consist of at most 64 letters",
            remedy: [("../news today", "news-today")]),
        Case(
            name: "a launch description with an unknown element",
            yaml: live().replacing(
                "test.video, with: { live: true }", with: "capture.launch, with: { launch: \"udpsrcc port=1\" }"),
            code: "bad-launch", marked: "\"udpsrcc port=1\"", note: "did you mean 'udpsrc'?",
            remedy: [("udpsrcc", "udpsrc")]),
        Case(
            name: "a cycle",
            yaml: pipeline(
                """
                  first: { use: frame.convert, from: third }
                  second: { use: frame.convert, from: first }
                  third: { use: frame.convert, from: second }
                  video: { use: video.encode, from: third }
                  audio: { use: audio.encode, from: tone }
                  segments: { use: fmp4.segment, from: [video, audio] }
                  playlists: { use: hls.playlist, from: segments, with: { type: live } }
                """),
            code: "cycle", marked: "third", note: "let 'first' read from a stage above the cycle: camera, tone",
            remedy: [("first: { use: frame.convert, from: third", "first: { use: frame.convert, from: camera")]),
        Case(
            name: "a stage below",
            yaml: pipeline(
                """
                  segments: { use: fmp4.segment, from: [video, audio] }
                  video: { use: video.encode, from: camera }
                  audio: { use: audio.encode, from: tone }
                  playlists: { use: hls.playlist, from: segments }
                """),
            code: "forward-reference", marked: "video",
            note: "move 'video' above 'segments': a stage reads only from stages above it",
            remedy: [
                ("  segments: { use: fmp4.segment, from: [video, audio] }\n", ""),
                ("  playlists:", "  segments: { use: fmp4.segment, from: [video, audio] }\n  playlists:"),
            ]),
        Case(
            name: "the encoder is skipped", yaml: live().replacing("[video, audio]", with: "[camera, audio]"),
            code: "payload-mismatch", marked: "camera", note: "read from 'video', which emits samples of 'camera'",
            remedy: [("[camera, audio]", "[video, audio]")]),
        Case(
            name: "a missing plugin",
            yaml: live().replacing("from: camera", with: "from: sepia").replacing(
                "  video:", with: "  sepia: { use: sepia.tone, from: camera }\n  video:") + "plugins: [nowhere]\n",
            code: "unknown-plugin", marked: "nowhere", note: "",
            remedy: [
                ("plugins: [nowhere]\n", ""), ("  sepia: { use: sepia.tone, from: camera }\n", ""),
                ("from: sepia", "from: camera"),
            ]),
    ]

    private func load(_ yaml: String) -> PipelineFileResult {
        PipelineFile.load(
            path: "test.yaml", catalogue: .builtIn, plugins: PluginLoader(searchPath: []) { nil },
            reading: { _, _ throws(Diagnostic) in Array(yaml.utf8) })
    }

    /// The first diagnostic that is printed is the true one: the others follow from it or are none.
    @Test(arguments: streams + durations + structure)
    func problemIsLocatedAndItsRemedyRemovesIt(_ example: Case) throws {
        let result = load(example.yaml)
        let first = try #require(result.diagnostics.first, "\(example.yaml)")
        #expect(first.severity == example.severity, "\(result.text)")
        if example.code != "unknown-plugin" { #expect(first.code == example.code, "\(result.text)") }
        #expect(first.notes.contains { $0.contains(example.note) } || example.note.isEmpty, "\(result.text)")
        let location = try #require(first.location)
        let line = example.yaml.split(separator: "\n", omittingEmptySubsequences: false)[location.line - 1]
        let marked = line.dropFirst(location.column - 1).prefix(location.length)
        #expect(marked == example.marked, "\(result.text)")
        if first.severity == .error { #expect(result.plan == nil) }

        let mended = example.remedy.reduce(example.yaml) { $0.replacing($1.wrong, with: $1.right) }
        #expect(mended != example.yaml)
        #expect(load(mended).diagnostics.isEmpty, "\(load(mended).text)\n\(mended)")
    }
}
