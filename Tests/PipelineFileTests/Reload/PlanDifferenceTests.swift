import PipelineFile
import PipelineRuntime
import StageKit
import Testing

/// The difference between two pipeline files, as a value.
@Suite struct PlanDifferenceTests {
    /// Returns a pipeline with two outputs of one source.
    private func file(
        rate: Int = 30, mark: String = "6s", bitrate: String = "1Mbps", interval: String = "6s", window: Int = 5,
        path: String = "two", limit: String = "", more: String = ""
    ) -> String {
        """
        pipeline: test
        stages:
          camera: { use: test.video, with: { rate: \(rate), live: true } }
          marks: { use: keyframe.force, from: camera, with: { interval: \(mark) } }
          video: { use: video.encode, from: marks, with: { bitrate: 3Mbps } }
          segments: { use: fmp4.segment, from: video }
          playlists: { use: hls.playlist, from: segments }
          folder: { use: file.folder, from: playlists, with: { path: one } }
          video2: { use: video.encode, from: marks, with: { bitrate: \(bitrate) } }
          segments2: { use: fmp4.segment, from: video2, with: { interval: \(interval) } }
          playlists2: { use: hls.playlist, from: segments2, with: { window: \(window) } }
          folder2: { use: file.folder, from: playlists2, with: { path: \(path)\(limit) } }
        \(more)
        """
    }

    private func change(to new: String) throws -> PlanDifference {
        let old = try #require(load(file()).plan)
        let result = load(new)
        return PlanDifference(from: old, to: try #require(result.plan, "\(result.text)"))
    }

    @Test func equivalentTextIsNoChange() throws {
        let text = file().replacing("{ rate: 30, live: true }", with: "{ live: 'true', rate: \"30\" }")
            .replacing("pipeline: test\n", with: "pipeline: test\n\n# A comment.\n")
        #expect(try change(to: text).isEmpty)
    }

    @Test func replacedEncoderKeepsDownstreamStages() throws {
        let change = try change(to: file(bitrate: "2Mbps"))
        #expect(change.stages(.replaced) == ["video2"])
        #expect(change.stages(.unchanged).count == 9)
        #expect(change.rejections.isEmpty && change.removed.isEmpty && change.continued.isEmpty)
        #expect(change.summary == "replaced: video2")
    }

    @Test func replacedSourceKeepsDownstreamStages() throws {
        #expect(try change(to: file(rate: 25)).stages(.replaced) == ["camera"])
        #expect(try change(to: file(rate: 25)).stages(.unchanged).count == 9)
    }

    @Test func frameTransformIsReplacedInPlace() throws {
        #expect(try change(to: file(mark: "2s")).stages(.replaced) == ["marks"])
    }

    @Test func changedSegmenterRestartsWithoutClosingOutput() throws {
        let change = try change(to: file(interval: "2s"))
        #expect(change.stages(.restarted) == ["segments2", "playlists2", "folder2"])
        #expect(change.continued == ["playlists2", "folder2"])
        #expect(change.stages(.unchanged).count == 7)
    }

    @Test func changedPlaylistRestartsItsSink() throws {
        #expect(try change(to: file(window: 6)).stages(.restarted) == ["playlists2", "folder2"])
    }

    @Test func newDestinationReceivesAllFiles() throws {
        let change = try change(to: file(path: "three"))
        #expect(change.stages(.restarted) == ["playlists2", "folder2"])
        #expect(change.continued.isEmpty && change.rejections.isEmpty)
    }

    @Test func sinkWithSameDestinationIsReplacedAlone() throws {
        let change = try change(to: file(limit: ", limit: 1MiB"))
        #expect(change.stages(.restarted) == ["folder2"])
        #expect(change.rejections.isEmpty)
    }

    @Test(arguments: ["", ", with: { listen: '127.0.0.1:0' }"])
    func originWithEqualOptionsKeepsDestination(options: String) throws {
        let origin = "  origin: { use: http.origin, from: playlists2\(options) }"
        func change(to new: String) throws -> PlanDifference {
            PlanDifference(
                from: try #require(load(file(more: origin)).plan), to: try #require(load(new).plan))
        }
        #expect(try change(to: file(more: origin)).isEmpty)
        let encoder = try change(to: file(bitrate: "2Mbps", more: origin))
        #expect(encoder.rejections.isEmpty && encoder.stages(.replaced) == ["video2"] && encoder.continued.isEmpty)
        let window = try change(to: file(window: 6, more: origin))
        #expect(window.rejections.isEmpty && window.stages(.restarted) == ["playlists2", "folder2", "origin"])
        #expect(window.continued == ["playlists2", "folder2", "origin"])
    }

    @Test func stagesAreAddedAndRemoved() throws {
        let more = """
              segments3: { use: fmp4.segment, from: video }
              playlists3: { use: hls.playlist, from: segments3 }
              folder3: { use: file.folder, from: playlists3, with: { path: three } }
            """
        let change = try change(to: file(more: more))
        #expect(change.stages(.added) == ["segments3", "playlists3", "folder3"])
        #expect(change.stages(.unchanged).count == 10)
        let back = PlanDifference(
            from: try #require(load(file(more: more)).plan), to: try #require(load(file()).plan))
        #expect(back.removed == ["segments3", "playlists3", "folder3"] && back.stages(.unchanged).count == 10)
        #expect(back.summary == "removed: segments3, playlists3, folder3")
    }

    @Test func insertedStageReplacesOnlyItsReaders() throws {
        let text = file().replacing(
            "  video2: { use: video.encode, from: marks,",
            with: """
                  marks2: { use: keyframe.force, from: marks }
                  video2: { use: video.encode, from: marks2,
                """)
        let change = try change(to: text)
        #expect(change.stages(.added) == ["marks2"] && change.stages(.replaced) == ["video2"])
    }

    @Test func secondDestinationForRunningPlaylistsIsRejected() throws {
        let more = "  folder3: { use: file.folder, from: playlists, with: { path: three } }"
        let change = try change(to: file(more: more))
        #expect(change.rejections.count == 1)
        #expect(change.rejections.first?.message.contains("'folder'") == true)
        #expect(change.rejections.first?.message.contains("'playlists'") == true)
    }

    @Test func changeOfSharedFolderIsRejected() throws {
        let shared = file().replacing("from: playlists2, with", with: "from: [playlists2, playlists], with")
        let old = try #require(load(shared).plan)
        let new = try #require(load(shared.replacing("window: 5", with: "window: 6")).plan)
        let change = PlanDifference(from: old, to: new)
        #expect(change.rejections.map(\.code) == ["not-replaceable"])
        #expect(change.rejections.first?.message.contains("'folder2'") == true)
    }
}
