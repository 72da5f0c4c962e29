import Foundation
import Media
@testable import Operations
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit
import Testing

/// A folder with pipeline files, removed after the test.
private func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "service-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try body(folder.path)
}

@Suite struct ServiceFolderTests {
    private let pipeline = "stages: {}\n"

    @Test func pipelinesAreNamedAfterTheirFilesAndTemporaryFilesAreIgnored() throws {
        let names = ["b.yaml", "a.yml", ".a.yaml.swp", ".hidden.yaml", "#a.yaml", "a.yaml~", "notes.txt"]
        try withFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, pipeline) })) { folder in
            let folders = ServiceFolders([folder])
            #expect(folders.definitions.map(\.name) == ["a", "b"])
            #expect(folders.problems.isEmpty && folders.name == nil)
        }
    }

    /// The first pipeline keeps the folder.
    @Test func pipelinesWithOneOutputFolderAreAConflict() throws {
        func text(_ folder: String) -> String {
            """
            stages:
              tone: { use: test.audio }
              audio: { use: audio.encode, from: tone }
              segments: { use: fmp4.segment, from: audio }
              playlists: { use: hls.playlist, from: segments }
              folder: { use: file.folder, from: playlists, with: { path: \(folder) } }

            """
        }
        func conflicts(_ folders: ServiceFolders, running: Set<String> = []) -> [String: [Diagnostic]] {
            let results = folders.definitions.map { ($0, PipelineFile.load(path: $0.path, catalogue: .builtIn)) }
            let found = ListenerConflicts(results, running: running)
            return Dictionary(
                uniqueKeysWithValues: folders.definitions.map { ($0.name, found.diagnostics(of: $0.name)) })
        }
        let files = ["a.yaml": text("sluice-none/out"), "b.yaml": text("sluice-none/x/../out/")]
        try withFolder(files) { path in
            let folders = ServiceFolders([path])
            let found = conflicts(folders)
            #expect(found["a"] == [])
            let problem = try #require(found["b"]?.first)
            #expect(problem.code == "output-in-use" && problem.location?.line == 6)
            #expect(problem.message.hasSuffix("/sluice-none/out' as well"))
            #expect(problem.notes.last == "choose another place for the output of 'folder'")
            #expect(conflicts(folders, running: ["b"])["a"]?.count == 1, "a running pipeline has precedence")
        }
        try withFolder(files.merging(["b.yaml": text("sluice-none/other")]) { $1 }) { path in
            let found = conflicts(ServiceFolders([path])).values.flatMap { $0 }
            #expect(found.isEmpty, "\(found)")
        }
    }

    @Test func serviceFileSetsDefaultsAndSettingsOfSinglePipelines() throws {
        let service = """
            service: studio
            log: { format: json, level: warning }
            defaults: { start: on-demand, idle: 5s, parameters: { size: 640x360, rate: 25 } }
            pipelines:
              news: { start: boot, parameters: { rate: 50 } }
              second: { file: news.yaml, restart: never }

            """
        try withFolder(["service.yaml": service, "news.yaml": pipeline, "sport.yaml": pipeline]) { folder in
            let folders = ServiceFolders([folder])
            #expect(folders.problems.isEmpty, "\(folders.problems)")
            #expect(folders.name == "studio")
            #expect(folders.log.format == .json && folders.log.level == .warning)
            let found = Dictionary(uniqueKeysWithValues: folders.definitions.map { ($0.name, $0) })
            #expect(found.keys.sorted() == ["news", "second", "sport"])
            #expect(found["news"]?.settings.start == .boot && found["news"]?.settings.idle == .seconds(5))
            #expect(found["news"]?.settings.parameters.values == ["size": "640x360", "rate": "50"])
            #expect(found["second"]?.path == "\(folder)/news.yaml" && found["second"]?.settings.restart == .never)
            #expect(found["sport"]?.settings.start == .onDemand)
        }
    }

    @Test func serviceFileDeclaresTheAdminListener() throws {
        let token = "0123456789abcdef-token"
        let valid = "admin: { address: \"0.0.0.0:9090\", token: \(token) }\npipelines: { news: {} }\n"
        try withFolder(["service.yaml": valid, "news.yaml": pipeline]) { folder in
            let folders = ServiceFolders([folder])
            #expect(folders.problems.isEmpty, "\(folders.problems)")
            #expect(folders.admin?.address.port == 9090 && folders.admin?.token.value == token)
        }
        let invalid = valid.replacing("token:", with: "token-file: none, tokn:")
        try withFolder(["service.yaml": invalid, "news.yaml": pipeline]) { folder in
            let folders = ServiceFolders([folder])
            let text = DiagnosticPrinter.text(folders.problems)
            #expect(folders.admin == nil && text.contains("'none'") && text.contains("unknown key 'tokn'"), "\(text)")
            #expect(text.contains("service.yaml:1:") && !text.contains(token))
        }
    }

    @Test func errorsOfAServiceFileNameTheLineAndTheRemedy() throws {
        let service = """
            defaults: { idle: 5 }
            pipelines:
              news: { strat: boot, restart: sometimes }
              "a b": {}
            nodes: 3

            """
        try withFolder(["service.yaml": service, "news.yaml": pipeline]) { folder in
            let text = DiagnosticPrinter.text(ServiceFolders([folder]).problems)
            for part in [
                "service.yaml:1:19: error: 'idle': '5' has no unit", "service.yaml:3:11: error: unknown key 'strat'",
                "'start', perhaps", "service.yaml:3:33: error: 'restart': 'sometimes' is not one of the choices",
                "never | on-failure | always", "service.yaml:4:3: error: 'a b' is not a valid name",
                "service.yaml:5:1: error: a service file has no key 'nodes'",
            ] {
                #expect(text.contains(part), "\(part) is missing in:\n\(text)")
            }
        }
    }

    @Test func twoPipelinesWithOneNameAreReportedWithBothPlaces() throws {
        try withFolder(["a.yaml": pipeline, "a.yml": pipeline]) { folder in
            let folders = ServiceFolders([folder])
            #expect(folders.definitions.map(\.path) == ["\(folder)/a.yaml"])
            #expect(folders.problems.count == 1)
            #expect(folders.problems.first?.location?.file == "\(folder)/a.yml")
            #expect(folders.problems.first?.message == "two pipelines have the name 'a'")
            #expect(folders.problems.first?.notes == ["the other one is \(folder)/a.yaml"])
        }
    }

    @Test func pipelinesThatRunPrecedeNewFiles() throws {
        let files = (0...ServiceFolders.limit).map { ("p\($0 + 100).yaml", pipeline) }
        let others = ["a.yaml": pipeline, "p164.yml": pipeline]
        try withFolder(Dictionary(uniqueKeysWithValues: files).merging(others) { $1 }) { folder in
            var present: [String: PipelineDefinition] = [:]
            for number in 1...ServiceFolders.limit {
                let name = "p\(number + 100)"
                let path = "\(folder)/\(name).\(number == 64 ? "yml" : "yaml")"
                present[name] = PipelineDefinition(name: name, path: path, settings: PipelineSettings())
            }
            let folders = ServiceFolders([folder], present: present)
            #expect(Set(folders.definitions.map(\.path)) == Set(present.values.map(\.path)))
            #expect(folders.refused.map(\.name) == ["a", "p100"])
            let text = DiagnosticPrinter.text(folders.problems)
            #expect(text.contains("2 are not run: a, p100") && text.contains("two pipelines have the name 'p164'"))
        }
    }

    @Test func pipelinesOfUnreadablePlacesRemain() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "absent-\(UUID().uuidString)").path
        let known = PipelineDefinition(name: "news", path: "\(path)/news.yaml", settings: PipelineSettings())
        let folders = ServiceFolders([path], present: ["news": known])
        #expect(folders.definitions == [known] && folders.isIncomplete)
        #expect(folders.problems.first?.message.contains("cannot read folder") == true)
        let service = "defaults: { start: manual }\npipelines: { news: { idle: 5s } }\n"
        try withFolder(["service.yaml": service, "news.yaml": pipeline, "sport.yaml": pipeline]) { folder in
            let first = ServiceFolders([folder])
            let present = Dictionary(uniqueKeysWithValues: first.definitions.map { ($0.name, $0) })
            try Data("- damaged\n".utf8).write(to: URL(filePath: "\(folder)/service.yaml"))
            let second = ServiceFolders([folder], present: present)
            #expect(second.isIncomplete && Set(second.definitions) == Set(first.definitions))
            try Data(service.replacing("5s", with: "5").utf8).write(to: URL(filePath: "\(folder)/service.yaml"))
            let third = ServiceFolders([folder], present: present)
            #expect(third.definitions.first { $0.name == "news" }?.settings.idle == .seconds(5))
        }
    }

    @Test func missingFoldersOfMoviesAreReportedWithTheirLines() throws {
        let service = "movies:\n  folders:\n    - { folder: . }\n    - { folder: absent }\n"
        try withFolder(["service.yaml": service]) { folder in
            let folders = ServiceFolders([folder])
            let text = DiagnosticPrinter.text(folders.problems)
            #expect(
                folders.problems.count == 1 && text.contains("service.yaml:4:7: error: cannot read folder"), "\(text)")
        }
    }

    @Test func numberOfPipelinesIsLimited() throws {
        let files = (0...ServiceFolders.limit).map { ("p\($0 + 100).yaml", pipeline) }
        try withFolder(Dictionary(uniqueKeysWithValues: files)) { folder in
            let folders = ServiceFolders([folder])
            #expect(folders.definitions.count == ServiceFolders.limit)
            #expect(folders.problems.first?.message.contains("more than 64 pipelines") == true)
        }
    }
}
