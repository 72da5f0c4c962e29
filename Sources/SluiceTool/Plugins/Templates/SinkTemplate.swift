extension RoleTemplate {
    /// A sink that writes one line for each sample.
    static let sink = RoleTemplate(
        verb: "log",
        stage: """
            import Foundation
            import Media
            import StageKit

            /// Writes a line for each sample: track, time in seconds, size in bytes, whether it is a sync sample.
            struct NAMEStage: Sink {
                struct Options: StageOptions {
                    var path = ""

                    static var fields: [OptionField<Options>] {
                        [.required("path", \\.path, "output file")]
                    }
                }

                static let kind = "KIND"
                static let abstract = "Writes a line for each sample: track, time, size, sync."

                private let path: String

                init(options: Options) { path = options.path }

                func run(input: any Inlet<Sample>, context: StageContext) async throws {
                    let folder = URL(filePath: path).deletingLastPathComponent()
                    do {
                        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                        try Data("track,seconds,bytes,sync\\n".utf8).write(to: URL(filePath: path))
                        let file = try FileHandle(forWritingTo: URL(filePath: path))
                        defer { try? file.close() }
                        try file.seekToEnd()
                        while let messages = try await input.receive() {
                            let lines = messages.compactMap(\\.line).joined()
                            try file.write(contentsOf: Data(lines.utf8))
                        }
                    } catch let error as CocoaError {
                        throw StageError(.unwritableOutput, "cannot write '\\(path)'", cause: error)
                    }
                }
            }

            extension Message<Sample> {
                /// The line for a payload; nil for other messages.
                var line: String? {
                    guard case .payload(let sample) = self else { return nil }
                    let seconds = MediaTime(value: sample.decodeTicks, timescale: sample.timescale).seconds
                    return "\\(sample.track.rawValue),\\(seconds),\\(sample.bytes.count),\\(sample.isSync)\\n"
                }
            }

            """,
        tests: """
            import Foundation
            import Media
            import StageKit
            import StageTesting
            import Testing

            @testable import NAME

            @Suite struct NAMETests {
                @Test func conformsToStageContract() async {
                    let file = FileManager.default.temporaryDirectory.appending(path: "\\(UUID().uuidString).csv")
                    defer { try? FileManager.default.removeItem(at: file) }
                    var options = NAMEStage.Options()
                    options.path = file.path
                    #expect(await StageConformance.check(NAMEStage.self, options: options) == [])
                }

                @Test func everySampleIsALine() async throws {
                    let file = FileManager.default.temporaryDirectory.appending(path: "\\(UUID().uuidString).csv")
                    defer { try? FileManager.default.removeItem(at: file) }
                    var options = NAMEStage.Options()
                    options.path = file.path
                    let track = Track.scriptedAudio(timescale: 10)
                    let messages = Message.script(track, Sample.scripted(track, "IP"))
                    try await NAMEStage(options: options).run(
                        input: ScriptedInlet(messages), context: StageContext(stageName: "log"))
                    let text = try String(contentsOf: file, encoding: .utf8)
                    #expect(text == "track,seconds,bytes,sync\\n2,0.0,1,true\\n2,0.1,1,false\\n")
                }
            }

            """,
        pipeline: """
            pipeline: try-NAME
            about: Encodes ten seconds of test video and lists the samples with KIND.
            plugins: [./]

            stages:
              picture:
                use: test.video
                with: { duration: 10s, size: 640x360 }
              video:
                use: video.encode
                from: picture
                with: { codec: h264, bitrate: 1Mbit/s, look-ahead: 20 }
              samples:
                use: KIND
                from: video
                with: { path: Output/NAME.csv }

            """)
}
