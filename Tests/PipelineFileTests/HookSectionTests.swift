import Foundation
import PipelineRuntime
import StageKit
import Testing

@testable import PipelineFile

@Suite struct HookSectionTests {
    private func load(_ hooks: String, settings: [String: String] = [:]) -> PipelineFileResult {
        PipelineFile.load(
            yaml: "parameters:\n  key: \"\"\nhooks:\n\(hooks)\nstages: {}\n", name: "p.yaml", settings: settings,
            catalogue: StageCatalogue())
    }

    private func messages(_ hooks: String) -> [String] {
        load(hooks).diagnostics.map(\.message).filter { $0.contains("hook") }
    }

    @Test func contradictionsAreReportedWithTheHook() {
        #expect(messages("  a: {}") == ["hook 'a': requires either 'url' or 'command'"])
        #expect(
            messages("  a: { url: \"http://x/\", command: [b] }") == ["hook 'a': requires either 'url' or 'command'"])
        #expect(messages("  a: { url: ftp://x/ }") == ["hook 'a': 'url' is not a valid URL with http: or https:"])
        #expect(
            messages("  a: { command: [b], secret: 0123456789abcdef }") == ["hook 'a': 'secret' and 'ca' require 'url'"]
        )
        #expect(messages("  a: 5").first?.hasPrefix("hook 'a' requires a mapping") == true)
        #expect(messages("  a: { url: \"http://x/\", tiemout: 5s }").first?.contains("has no option 'tiemout'") == true)
        #expect(messages("  a: { url: \"http://x/\", events: [started] }").first?.contains("'started'") == true)
    }

    @Test func secretIsMaskedAndReadFromParameter() throws {
        let secret = "a-long-secret-of-the-hook"
        let result = load(
            "  a: { url: \"http://example.org/hook\", secret: \"${key}\", timeout: 0s }", settings: ["key": secret])
        #expect(result.redactor.redacted("key \(secret)") == "key ***")
        #expect(!result.text.contains(secret))
        #expect(result.diagnostics.contains { $0.message.contains("timeout") })
    }

    @Test func documentPrintsItsHooks() throws {
        let document = try #require(load("  a: { command: [logger, -t, live], events: [disk.low] }").document)
        let text = YAMLPrinter.text(document.node)
        #expect(text.contains("hooks:") && text.contains("logger"))
        let again = PipelineFile.load(yaml: text, name: "p.yaml", catalogue: StageCatalogue())
        #expect(again.document?.hooks.map(\.name.text) == ["a"])
        #expect(again.document?.hooks.first?.options.map(\.key) == ["command", "events"])
    }
}
