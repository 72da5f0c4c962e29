import Foundation
import Testing

/// Resources that a playlist lists but that do not exist, on disk and on a server.
@Suite struct AbsentResourceTests {
    /// Copies a presentation without some of its files.
    private func copy(without names: [String], in scratch: Scratch) async throws -> URL {
        let folder = scratch.file("movie")
        try FileManager.default.copyItem(at: try await Kind.vod.presentation().folder, to: folder)
        for name in names { try FileManager.default.removeItem(at: folder.appending(path: name)) }
        return folder
    }

    @Test(arguments: ["video/segment-00002.m4s", "video/init.mp4", "audio/playlist.m3u8"])
    func missingResourceIsAFinding(name: String) async throws {
        try await Scratch.use { scratch in
            let folder = try await copy(without: [name], in: scratch)
            let onDisk = try await scratch.sluice("validate", folder.path)
            #expect(onDisk.code == 1 && onDisk.output.contains("R111"), "\(onDisk)")
            #expect(onDisk.output.contains(name.split(separator: "/").last!), "\(onDisk)")
            try await Origin.serve(folder, in: scratch) { address in
                let served = try await scratch.sluice("validate", address + "index.m3u8")
                #expect(served.code == 1 && served.output.contains("R111"), "\(served)")
                #expect(served.output.contains("the server responded with status 404"), "\(served)")
            }
        }
    }

    @Test func gapIsNotRequested() async throws {
        try await Scratch.use { scratch in
            let folder = try await copy(without: ["video/segment-00002.m4s"], in: scratch)
            // The I-frame playlist lists the same file.
            for name in ["playlist", "iframes"] {
                let list = folder.appending(path: "video/\(name).m3u8")
                let text = try String(contentsOf: list, encoding: .utf8)
                let entry = /#EXTINF:[^\n]*\n(?:#EXT-X-BYTERANGE[^\n]*\n)?segment-00002\.m4s/
                let changed = text.replacing(entry) { "#EXT-X-GAP\n\($0.output)" }
                #expect(changed != text)
                try Data(changed.utf8).write(to: list)
            }
            let report = try await ValidationDocument(folder, in: scratch)
            #expect(!report.must.contains("R111") && report.unchecked == [], "\(report.text)")
        }
    }

    @Test func reportOfCurrentFolderHasItsName() async throws {
        try await Scratch.use { scratch in
            let folder = try await copy(without: [], in: scratch)
            let page = scratch.file("report.html")
            var command = scratch.command(["validate", ".", "--html", page.path])
            command.folder = folder
            _ = try await command.run()
            let text = try String(contentsOf: page, encoding: .utf8)
            #expect(text.contains("<title>Validation of movie</title>") && text.contains("<h1>movie</h1>"))
        }
    }
}
