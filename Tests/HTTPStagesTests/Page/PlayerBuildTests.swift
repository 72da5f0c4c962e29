import Foundation
import Media
import StageKit
import Testing

@testable import HTTPStages

struct PlayerBuildTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "player-\(UUID().uuidString)")

    @Test func automaticPlayerIsTheFirstBuildInItsFolders() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let folders = ["a", "b"].map { folder.appending(path: $0) }
        let builds = PlayerBuild(folders: folders.map(\.path))
        #expect(try builds.content("auto") == nil)
        for (place, text) in zip(folders, ["first", "second"]).reversed() {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place.appending(path: "hls.mjs"))
            #expect(try builds.content("auto")?.count == text.utf8.count)
        }
        #expect(try builds.content("") == nil)
        #expect(try builds.content(folders[1].appending(path: "hls.mjs").path)?.count == 6)
        #expect(throws: StageError.self) { try builds.content(folder.appending(path: "absent.mjs").path) }
    }

    @Test func foldersAreNextToTheProgramAndInTheCache() throws {
        let folders = PlayerBuild.standardFolders
        #expect(folders.first?.hasSuffix("/share/sluice") == true, "\(folders)")
        #expect(folders.allSatisfy { $0.hasPrefix("/") && !$0.contains("//") }, "\(folders)")
    }
}
