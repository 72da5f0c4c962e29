import Foundation
import OutsidePrograms
import Testing

/// Descriptions of jobs, checked with the published models of their engines.
@Suite struct JobExportTests {
    @Test(
        arguments: [
            ("kubernetes", "kubernetes==37.0.2"), ("aws-batch", nil), ("htcondor", "htcondor==25.14.1"),
        ] as [(String, String?)])
    func descriptionsConformToTheModelOfTheirEngine(engine: String, package: String?) async throws {
        var python = "/usr/bin/python3"
        if let package {
            // Without a package registry, this engine is not checked.
            guard await PythonEnvironment.isAvailable(package) else { return }
            python = try await PythonEnvironment.folder(with: package).appending(path: "bin/python").path
        }
        try await Scratch.use { scratch in
            let pipeline = try await JobPipelineFile.write(in: scratch)
            for (folder, chunk) in [("out", "2s"), ("two words", "60s"), ("two passes", "2s")] {
                if folder == "two passes" {
                    _ = try await JobPipelineFile.write(
                        in: scratch, encoding: "passes: 2, encoder: x264", control: "average")
                }
                _ = try await scratch.sluice("job", "plan", pipeline, folder, "--chunk", chunk).succeeded()
                let export = try await scratch.sluice("job", "export", folder, "--engine", engine).succeeded()
                _ = try scratch.write("description", export.output)
                let script = Sluice.script("check-exports.py").path
                let check = try await scratch.run(python, [script, engine, "description"])
                #expect(check.code == 0, "\(check)\n\(export.output)")
            }
        }
    }
}
