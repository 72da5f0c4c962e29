import Foundation
import Testing

/// The figures of a real run, compared with its playlists and files.
@Suite struct FigureTests {
    private struct Status: Decodable {
        struct Rendition: Decodable {
            var sink: String
            var segments: Int
            var parts: Int
            var bytes: Int
        }
        struct Stage: Decodable {
            var name: String
            var bytes: Int
            var busySeconds: Double?
        }
        struct Link: Decodable {
            struct Fill: Decodable {
                var messages: Int
                var seconds: Double
            }
            var current: Fill
            var highWater: Fill
        }
        var renditions: [Rendition]
        var stages: [Stage]
        var links: [Link]
        var wallSeconds: Double

        func rendition(of sink: String) throws -> Rendition {
            try #require(renditions.first { $0.sink == sink }, "\(renditions)")
        }
    }

    /// The segments and parts that the playlists of an event have listed so far.
    private struct Listed {
        var segments = 0
        var parts: Set<Substring> = []

        mutating func read(_ playlist: String) {
            segments = playlist.ranges(of: "#EXTINF:").count - playlist.ranges(of: "#EXT-X-GAP").count
            for line in playlist.split(separator: "\n") where line.hasPrefix("#EXT-X-PART:") {
                guard !line.contains("GAP=YES"), let uri = line.firstMatch(of: /URI="([^"]*)"/)?.1 else { continue }
                parts.insert(uri)
            }
        }
    }

    private static let pipeline = """
        stages:
          picture: { use: test.video, with: { size: 160x90, rate: 20, live: true } }
          keyframes: { use: keyframe.force, from: picture, with: { interval: 1s } }
          video: { use: video.encode, from: keyframes, with: { bitrate: 200kbps, tune: zerolatency } }
          segments: { use: fmp4.segment, from: video, with: { profile: cmaf, interval: 1s, part: 250ms } }
          playlists: { use: hls.playlist, from: segments, with: { type: event } }
          folder: { use: file.folder, from: playlists, with: { path: out } }
          origin: { use: http.origin, from: playlists, with: { listen: "127.0.0.1:0" } }

        """

    @Test func figuresOfALowLatencyRunAreThoseOfItsPlaylistsAndFiles() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write("figures.yaml", Self.pipeline)
            let run = try scratch.command(
                ["run", file.path, "--admin", "127.0.0.1:0", "--report", "json"]
            ).start()
            defer { run.end() }
            _ = try await eventually(within: 30) { run.errors.contains("serving http") || !run.isRunning }
            let origin = try #require(run.errors.firstMatch(of: /serving (http:\S*)/), "\(run.errors)").1
            let admin = try #require(run.errors.firstMatch(of: /admin listener on (http:\S*)/), "\(run.errors)").1
            #expect(origin.hasSuffix("/figures/"))
            func get(_ url: String) async throws -> String {
                try await scratch.run("curl", ["--silent", "--max-time", "20", url]).output
            }
            func status() async throws -> Status {
                try JSONDecoder().decode(Status.self, from: Data(try await get("\(admin)status").utf8))
            }
            var listed = Listed()
            let end = ContinuousClock.now + .seconds(60)
            while listed.segments < 5, ContinuousClock.now < end {
                let before = try await status()
                listed.read(try await get("\(origin)video/playlist.m3u8"))
                let metrics = try await get("\(admin)metrics")
                let after = try await status()
                guard listed.segments > 0 else { continue }
                try expect(listed, metrics, between: before, and: after)
            }
            #expect(listed.segments >= 5 && listed.parts.count >= 15, "\(listed)")
            run.signal(SIGINT)
            let outcome = try await run.outcome(within: 30).succeeded()
            let report = try JSONDecoder().decode(Status.self, from: Data(outcome.output.utf8))
            try expect(report, of: scratch.file("out/video"), lastLine: outcome.errors)
        }
    }

    private func expect(_ listed: Listed, _ metrics: String, between before: Status, and after: Status) throws {
        for sink in ["origin", "folder"] {
            guard let first = before.renditions.first(where: { $0.sink == sink }) else { continue }
            let last = try after.rendition(of: sink)
            // A file is listed after it is counted, within the same batch or the next one.
            let (parts, segments) = (first.parts - 1...last.parts + 1, first.segments - 1...last.segments + 1)
            if sink == "origin" {
                #expect(parts.contains(listed.parts.count) && segments.contains(listed.segments), "\(listed) \(last)")
            }
            for (name, range) in [("parts", first.parts...last.parts), ("segments", first.segments...last.segments)] {
                let text = metrics.firstMatch(
                    of: try Regex(
                        "sluice_\(name)_total\\{[^}]*sink=\"\(sink)\"[^}]*\\} (\\d+)", as: (Substring, Substring).self))
                let value = try #require(text.flatMap { Int($0.output.1) }, "\(metrics)")
                #expect(range.contains(value), "\(name) of \(sink): \(value) is not in \(range)")
            }
        }
        #expect(metrics.contains("sluice_queue_seconds{") && metrics.contains("sluice_queue_high_water_seconds{"))
        for link in after.links {
            #expect(link.current.messages <= link.highWater.messages && link.current.seconds <= link.highWater.seconds)
        }
    }

    private func expect(_ report: Status, of folder: URL, lastLine: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        func size(_ name: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
            return attributes[.size] as? Int ?? 0
        }
        let segments = names.filter { $0.wholeMatch(of: /segment-\d+\.m4s/) != nil }
        let bytes = try segments.reduce(0) { $0 + (try size($1)) }
        for sink in ["origin", "folder"] {
            let rendition = try report.rendition(of: sink)
            #expect(rendition.segments == segments.count && rendition.bytes == bytes, "\(rendition) \(names)")
            #expect(rendition.parts > 3 * rendition.segments)
        }
        // One of several renditions and sinks stands for the run.
        #expect(lastLine.contains(" \(segments.count) segments"), "\(lastLine)")
        func stage(_ name: String) throws -> Status.Stage { try #require(report.stages.first { $0.name == name }) }
        let whole = bytes + (try names.filter { $0.hasPrefix("init") }.reduce(0) { $0 + (try size($1)) })
        #expect(try stage("segments").bytes == whole, "parts are not counted in addition")
        let origin = try stage("origin").bytes
        #expect(origin >= whole && origin < whole + whole / 2, "\(origin) of \(whole): parts are counted in addition")
        for sink in ["origin", "folder"] {
            let busy = try #require(try stage(sink).busySeconds)
            #expect(busy < report.wallSeconds / 2, "\(sink) waited most of the time, but was busy for \(busy) s")
        }
    }
}
