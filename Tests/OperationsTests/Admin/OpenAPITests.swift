import Foundation
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

    @Test func everyRouteIsDescribed() throws {
        let routes = AdminRoutes(clock: SystemClock(), heartbeat: Heartbeat(clock: SystemClock())).all
        guard case .object(let document) = OpenAPIDocument(routes: routes).json,
            case .object(let paths)? = document["paths"]
        else { throw FreePort.Failure() }
        for route in routes {
            guard case .object(let item)? = paths[route.path] else {
                Issue.record("\(route.path) is not described")
                continue
            }
            #expect(item[route.method == .post ? "post" : "get"] != nil)
        }
        #expect(Set(routes.map(\.id)).count == routes.count)
    }
}
