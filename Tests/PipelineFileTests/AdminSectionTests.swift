import Foundation
import PipelineRuntime
import StageKit
import Testing

@testable import PipelineFile

@Suite struct AdminSectionTests {
    private static let token = "0123456789abcdef-token"

    private func load(_ admin: String, service: ServicePlacement? = nil) -> PipelineFileResult {
        let stages = """
              movie: { use: mp4.read, with: { path: a.mp4 } }
              segments: { use: fmp4.segment, from: movie }
              playlists: { use: hls.playlist, from: segments }
              folder: { use: file.folder, from: playlists, with: { path: out } }
            """
        let text = "parameters: { port: \"9090\" }\n# ${port}\nadmin: \(admin)\nstages:\n\(stages)\n"
        return PipelineFile.load(path: "p.yaml", catalogue: testCatalogue, service: service) { _, _ in Array(text.utf8)
        }
    }

    @Test func addressAndTokenAreParsedAndTheTokenIsMasked() throws {
        let result = load("{ address: \"0.0.0.0:${port}\", token: \(Self.token) }")
        let admin = try #require(result.plan?.admin, "\(result.text)")
        #expect(admin.address.optionText == "0.0.0.0:9090" && admin.token.value == Self.token)
        #expect(result.redactor.redacted("token \(Self.token)") == "token ***")
        let document = try #require(result.document)
        #expect(YAMLPrinter.text(document.node).contains("admin:"))
        #expect(load("{ address: \"127.0.0.1:${port}\" }").plan?.admin?.token.isEmpty == true)
        #expect(load("~").plan?.admin == nil)
    }

    @Test func tokenIsReadFromItsFile() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID().uuidString)")
        try Data("\(Self.token)\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let result = load("{ address: \"0.0.0.0:${port}\", token-file: \(file.path) }")
        #expect(result.plan?.admin?.token.value == Self.token, "\(result.text)")
        #expect(result.redactor.redacted(Self.token) == "***")
    }

    @Test(
        arguments: [
            ("{ address: \"0.0.0.0:9090\" }", "a token is required to listen on 0.0.0.0:9090"),
            ("{ address: \"[::]:9090\", token: \"\" }", "a token is required to listen on [::]:9090"),
            ("{ address: \"127.0.0.1:9090\", token: short-token }", "the token has fewer than 16 characters"),
            ("{ address: \"127.0.0.1:9090\", token: 0123456789 abcdef }", "the token contains a character"),
            ("{ adress: \"127.0.0.1:9090\" }", "unknown key 'adress'"),
            ("{ token: 0123456789abcdef }", "'address' is missing"),
            ("{ address: here }", "'here' is not an IP address"),
            ("\"127.0.0.1:9090\"", "'127.0.0.1:9090' is not a mapping"),
        ])
    func mistakesAreReportedAtTheirLines(admin: String, message: String) throws {
        let result = load(admin)
        let problem = try #require(result.diagnostics.first { $0.message.contains(message) }, "\(result.text)")
        #expect(problem.message.hasPrefix("'admin': ") && problem.location?.line == 3 && !problem.notes.isEmpty)
        #expect(result.plan == nil && !result.text.contains("short-token") && !result.text.contains("0123456789"))
    }

    @Test func extendingFilesReplaceOrRemoveTheListener() throws {
        func document(_ text: String) throws -> PipelineDocument {
            try #require(PipelineFile.load(yaml: text, name: "a.yaml", catalogue: testCatalogue).document)
        }
        let base = try document("admin: { address: \"127.0.0.1:1\" }\nstages: {}\n")
        var problems: [Diagnostic] = []
        func port(_ text: String) throws -> UInt16? {
            let extended = try document("stages: {}\n\(text)").extending(base, &problems)
            return AdminPlanner.options(extended.admin, &problems)?.address.port
        }
        #expect(try port("") == 1)
        #expect(try port("admin: { address: \"127.0.0.1:2\" }\n") == 2)
        #expect(try port("admin: ~\n") == nil && problems.isEmpty)
    }

    @Test func servicesWarnThatTheyDoNotUseTheListenerOfAFile() {
        let result = load("{ address: \"127.0.0.1:9090\" }", service: ServicePlacement(name: "news"))
        #expect(result.plan != nil && result.plan?.admin == nil)
        #expect(result.diagnostics.map(\.code).filter { $0 == "unused-admin" }.count == 1)
    }
}
