import Foundation
import Testing

/// The schema of DASH manifests (ISO/IEC 23009-1), against which xmllint validates.
enum ManifestSchema {
    /// Fetches the schema at first use. Without a connection, manifests are not validated.
    private static let isAvailable = Task {
        let script = Sluice.package.appending(path: "Scripts/check-mpd").path
        let found = try? await Scratch.use { try await $0.run(script, ["--fetch"]) }
        if found?.code != 0 {
            print("manifests are not validated: \(found?.errors ?? "Scripts/check-mpd does not run")")
        }
        return found?.code == 0
    }

    /// Expects that a manifest is valid.
    static func expectValid(_ text: String, in scratch: Scratch, _ location: SourceLocation = #_sourceLocation)
        async throws
    {
        guard await isAvailable.value else { return }
        let file = try scratch.write("validated.mpd", text)
        let outcome = try await scratch.run(Sluice.package.appending(path: "Scripts/check-mpd").path, [file.path])
        #expect(outcome.code == 0, "\(outcome) \(text)", sourceLocation: location)
    }

    static func expectValid(_ file: URL, in scratch: Scratch, _ location: SourceLocation = #_sourceLocation)
        async throws
    {
        try await expectValid(String(contentsOf: file, encoding: .utf8), in: scratch, location)
    }
}
