import Foundation
import Testing

/// The reader of `Scripts/soak` finds faults that are planted in a presentation.
@Suite struct SoakReaderTests {
    @Test func everyPlantedFaultIsFound() async throws {
        try await Scratch.use { scratch in
            let script = Sluice.package.appending(path: "Scripts/soak").path
            let outcome = try await scratch.run("python3", [script, "--self-test"]).succeeded()
            #expect(outcome.output.contains(#/soak: \d\d planted faults, 0 not found/#), "\(outcome)")
        }
    }
}
