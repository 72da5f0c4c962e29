import Foundation
import Media
import ScriptedMedia
import StageTesting
import Testing

@testable import OnDemand

@Suite struct ListingTests {
    private func withFolder(_ files: [String], _ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: file)
        }
        try await body(folder.path)
    }

    @Test func laddersAndPresentationFilesAreOneMovie() async throws {
        try await withFolder([
            "a.mp4", ".hidden.mp4", "film-1080.mp4", "film-720p.mp4", "single-720.mp4", "notes.txt", "series/b.mkv",
            "series/cut.presentation.yaml", "box/presentation.yaml", ".trash/c.mp4",
        ]) { path in
            let listing = MovieListing(try #require(MovieFolder(path)))
            #expect(listing.isComplete)
            #expect(
                listing.names.sorted() == ["a.mp4", "box", "film", "series/b.mkv", "series/cut", "single-720.mp4"])
        }
    }

    @Test func linksCannotExtendTheListWithoutEnd() async throws {
        try await withFolder(["a.mp4"]) { path in
            try FileManager.default.createSymbolicLink(atPath: path + "/again", withDestinationPath: ".")
            try FileManager.default.createSymbolicLink(atPath: path + "/out", withDestinationPath: "/")
            let listing = MovieListing(try #require(MovieFolder(path)))
            #expect(!listing.names.isEmpty && listing.names.count < 20)
        }
    }

    @Test(
        arguments: [
            ("a.mp4", false), ("q?#% x.mp4", false), ("a\\b.mp4", true), ("a\nb.mp4", true), ("a\u{fffd}.mp4", false),
            ("ü.mp4", false), ("a%2Fb%.mp4", false), ("a\u{7f}.mp4", true), ("a\u{85}\u{2028}.mp4", false),
            ("v10123456789ab/a.mp4", false), ("a/v10123456789ab/a.mp4", true), ("a/v1/a.mp4", false),
            (String(repeating: "漢", count: 80) + ".mp4", false),
            (String(repeating: "漢/", count: 160) + "a.mp4", true),
        ])
    func namesThatURLsCannotContainAreReported(_ name: String, _ isReported: Bool) {
        #expect((MovieName.obstacle(name) != nil) == isReported)
    }
}
