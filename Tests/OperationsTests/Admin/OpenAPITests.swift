import Foundation
import HTTPServer
import HTTPStages
import OutsidePrograms
import Sluice
import SystemTime
import Testing

@testable import Operations

@Suite(.serialized) struct OpenAPITests {
    private static let schemathesis = "schemathesis==4.32.5"

    @Test(.enabled("schemathesis can be installed") { await PythonEnvironment.isAvailable(schemathesis) })
    func listenerAnswersAsItsDescriptionStates() async throws {
        let run = try AdministeredRun()
        try await run.segments(2)
        let python = try await PythonEnvironment.folder(with: Self.schemathesis).appending(path: "bin/python").path
        // Other tests stop the run and read events, which never end. Generated requests stay below the rate limit.
        let outcome = try await AdministeredRun.run(
            python,
            [
                "-m", "schemathesis.cli", "run",
                "http://127.0.0.1:\(run.server.port ?? 0)/openapi.json", "--exclude-path-regex",
                "stop|events",
                "--rate-limit", "60/s", "--phases", "coverage,fuzzing", "--max-examples", "5", "--max-time", "20",
                "--seed", "1", "--no-color", "--warnings", "off",
            ], in: run.folder)
        #expect(outcome.code == 0, "\(outcome.output.suffix(4000))")
        #expect(outcome.output.contains("Coverage"))
        // The run was not disturbed.
        #expect(run.pipeline.status.phase == .running)
        await run.stop()
    }

    /// The GET routes whose responses end, and the POST routes, which are called in this order.
    private static let posts = ["/reload?preview", "/keyframe", "/validate", "/start", "/restart", "/reload", "/stop"]

    @Test func everyAnswerOfARunHasASchemaAndMatchesIt() async throws {
        let run = try AdministeredRun()
        try await run.segments(2)
        let routes = AdminRoutes(clock: SystemClock(), heartbeat: Heartbeat(clock: SystemClock())).all
        #expect(Set(routes.map(\.id)).count == routes.count)
        let gets = routes.filter { $0.method == .get }.map(\.path) + ["/metrics"]
        #expect(Set(Self.posts.map { String($0.prefix { $0 != "?" }) }) == Set(routes.map(\.path)).subtracting(gets))
        var answers: [(request: String, reply: AdminReplyText)] = []
        for path in gets where path != "/events" {
            answers.append(("GET \(path)", try await run.request(path)))
        }
        // The second sample has figures that the first one lacks.
        for _ in 0..<100 where answers.last?.reply.text.contains("null") != true {
            try await Task.sleep(for: .milliseconds(100))
            answers.removeAll { $0.request == "GET /history" }
            answers.append(("GET /history", try await run.request("/history")))
        }
        #expect(answers.last?.reply.text.contains("null") == true)
        for path in Self.posts { answers.append(("POST \(path)", try await run.request(path, ["-X", "POST"]))) }
        #expect(answers.first { $0.request == "POST /validate" }?.reply.text.contains("\"isDiscontinuity\"") == true)
        try await AnswerJudge.judge(answers, by: try await run.request("/openapi.json"), in: run.folder)
        await run.stop()
    }
}
