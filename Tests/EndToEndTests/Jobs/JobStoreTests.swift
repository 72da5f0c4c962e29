import Foundation
import Testing

/// Jobs whose input and output are in an object store.
@Suite(.enabled(if: S3Server.isThere, "\(S3Server.absence)")) struct JobStoreTests {
    /// The movie is longer than what planning reads of it.
    @Test func jobOfTwoPassesInAStoreEqualsOneInAFolder() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie(description: "a job's input", seconds: 14, keyframeDistance: 75).file()
            let server = try S3Server()
            try await server.store(movie, as: "movie.mp4", scratch)
            func sluice(_ arguments: String...) async throws -> Outcome {
                var command = scratch.command(arguments, limit: 240)
                command.environment = server.environment
                return try await command.run()
            }
            let options = ["--chunk", "4s", "--interval", "2s", "--passes", "2"]
            for (input, output) in [(movie.path, "local"), ("s3://bucket/movie.mp4", "s3://bucket/out")] {
                var command = scratch.command(["job", "plan", input, output] + options, limit: 120)
                command.environment = server.environment
                _ = try await command.run().succeeded()
                let run = try await sluice("job", "run", output, "--jobs", "2").succeeded()
                #expect(!run.output.contains("example") && !run.errors.contains("AWS"), "\(run)")
            }
            let folder = scratch.file("local")
            var compared = 0
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
                guard !name.hasPrefix("."),
                    let expected = FileManager.default.contents(atPath: folder.appending(path: name).path)
                else { continue }
                #expect(try await server.object("out/\(name)", scratch) == expected, "\(name)")
                compared += 1
            }
            #expect(compared > 10)

            let status = try await sluice("job", "status", "s3://bucket/out", "--json").succeeded()
            #expect(
                status.output.contains("\"isPublished\" : true") || status.output.contains("\"isPublished\":true"),
                "\(status)")
            // A task that is done is not repeated, and an unreachable store is no broken plan.
            let again = try await sluice("job", "work", "s3://bucket/out", "--index", "1").succeeded()
            #expect(again.code == 0)
            var command = scratch.command(["job", "work", "s3://bucket/out", "--index", "1"])
            command.environment = server.environment
            command.environment["AWS_ENDPOINT_URL_S3"] = "http://127.0.0.1:\(freePort())"
            let unreachable = try await command.run()
            #expect(unreachable.code == 75, "\(unreachable)")
        }
    }
}
