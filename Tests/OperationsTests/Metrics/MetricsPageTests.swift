import Foundation
import OutsidePrograms
import Sluice
import Testing

@testable import Operations

@Suite(.serialized) struct MetricsPageTests {
    private static let client = "prometheus_client==0.26.0"

    @Test func allMetricsExistBeforeTheFirstSegment() async throws {
        let run = try AdministeredRun()
        let page = try await run.request("/metrics")
        #expect(page.status == 200 && page.contentType == "text/plain; version=0.0.4; charset=utf-8")
        for family in MetricsPage.table.families {
            #expect(page.text.contains("# TYPE \(family.sampleName) "), "\(family.name)")
        }
        #expect(
            page.text.contains("sluice_frames_dropped_total{pipeline=\"live\",stage=\"picture\",reason=\"full\"} 0"))
        #expect(page.text.contains("sluice_source_losses_total{pipeline=\"live\",stage=\"picture\"} 0"))
        await run.stop()
    }

    @Test(.enabled(if: InstalledProgram.exists("promtool"), "promtool is not installed"))
    func judgesAcceptBothFormats() async throws {
        let run = try AdministeredRun()
        try await run.segments(2)
        let text = try await run.request("/metrics")
        let open = try await run.request("/metrics", ["-H", "Accept: application/openmetrics-text; version=1.0.0"])
        #expect(open.contentType == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        #expect(text.text.contains("sluice_segments_total{pipeline=\"live\",sink=\"folder\",rendition=\"video\"} "))
        #expect(text.text.contains("sluice_segment_duration_seconds_bucket{"))
        let (textFile, openFile) = (run.folder.appending(path: "text"), run.folder.appending(path: "open"))
        try text.text.write(to: textFile, atomically: true, encoding: .utf8)
        try open.text.write(to: openFile, atomically: true, encoding: .utf8)
        let lint = try await AdministeredRun.run("sh", ["-c", "promtool check metrics < '\(textFile.path)'"])
        // Bit rates are measured in bits in streaming; that is the only objection.
        let objections = lint.output.split(separator: "\n")
        #expect(objections.allSatisfy { $0.hasSuffix("use base unit \"bytes\" instead of \"bits\"") }, "\(lint.output)")
        let dashboard = Repository.path("Documentation/Monitoring/dashboard.json")
        let rules = try await AdministeredRun.run(
            "python3", [Repository.script("check-dashboard.py"), dashboard, textFile.path])
        #expect(rules.code == 0, "\(rules.output)")
        let rulesFile = run.folder.appending(path: "rules.yml")
        try rules.output.write(to: rulesFile, atomically: true, encoding: .utf8)
        let queries = try await AdministeredRun.run("promtool", ["check", "rules", rulesFile.path])
        #expect(queries.code == 0, "\(queries.output)")
        await run.stop()
    }

    @Test(.enabled("prometheus_client can be installed") { await PythonEnvironment.isAvailable(client) })
    func clientLibraryReadsBothFormats() async throws {
        let run = try AdministeredRun()
        try await run.segments(2)
        let python = try await PythonEnvironment.folder(with: Self.client).appending(path: "bin/python").path
        var types: [String: [String: String]] = [:]
        for (format, accept) in [("prometheus", "text/plain"), ("openmetrics", "application/openmetrics-text")] {
            let file = run.folder.appending(path: format)
            let page = try await run.request("/metrics", ["-H", "Accept: \(accept)"])
            try page.text.write(to: file, atomically: true, encoding: .utf8)
            let parsed = try await AdministeredRun.run(
                python, [Repository.script("read-metrics.py"), format, file.path])
            #expect(parsed.code == 0, "\(parsed.output)")
            types[format] = try JSONDecoder().decode([String: String].self, from: Data(parsed.output.utf8))
        }
        for family in MetricsPage.table.families {
            #expect(types["openmetrics"]?[family.name] == family.kind.rawValue, "\(family.name)")
        }
        await run.stop()
    }

    @Test(.enabled(if: InstalledProgram.exists("prometheus"), "prometheus is not installed"))
    func prometheusScrapesARun() async throws {
        let run = try AdministeredRun(token: "0123456789abcdef")
        try await run.segments(2)
        let configuration = run.folder.appending(path: "prometheus.yml")
        try """
        global: { scrape_interval: 1s }
        scrape_configs:
          - job_name: sluice
            authorization: { credentials: 0123456789abcdef }
            static_configs: [{ targets: ["127.0.0.1:\(run.server.port ?? 0)"] }]
        """.write(to: configuration, atomically: true, encoding: .utf8)
        let port = try FreePort.next()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "prometheus", "--config.file=\(configuration.path)", "--web.listen-address=127.0.0.1:\(port)",
            "--storage.tsdb.path=\(run.folder.appending(path: "data").path)", "--log.level=error",
        ]
        try process.run()
        defer { process.terminate() }
        var values: [String: String] = [:]
        let queries = [
            "up", "increase(sluice_segments_total[10s]) > 0", "sluice_pipeline_ready == 1",
            "histogram_quantile(0.5, rate(sluice_segment_duration_seconds_bucket[10s])) > 0",
        ]
        for _ in 0..<60 where values.count < queries.count {
            try await Task.sleep(for: .milliseconds(500))
            for query in queries where values[query] == nil {
                let reply = try await AdministeredRun.run(
                    "curl",
                    ["-sG", "--data-urlencode", "query=\(query)", "http://127.0.0.1:\(port)/api/v1/query"])
                if reply.output.contains("\"value\":["), !reply.output.contains(",\"0\"]") {
                    values[query] = reply.output
                }
            }
        }
        #expect(Set(values.keys) == Set(queries))
        #expect(values["sluice_pipeline_ready == 1"]?.contains("\"pipeline\":\"live\"") == true)
        await run.stop()
    }

    @Test(.enabled(if: InstalledProgram.exists("promtool"), "promtool is not installed"))
    func alertRulesFireAsTheirTestsExpect() async throws {
        let folder = Repository.path("Documentation/Monitoring")
        let check = try await AdministeredRun.run("promtool", ["check", "rules", "\(folder)/alerts.yml"])
        #expect(check.code == 0, "\(check.output)")
        let test = try await AdministeredRun.run("promtool", ["test", "rules", "\(folder)/alerts-test.yml"])
        #expect(test.code == 0, "\(test.output)")
        // Every rule has a test.
        let rules = try String(contentsOfFile: "\(folder)/alerts.yml", encoding: .utf8)
        let tests = try String(contentsOfFile: "\(folder)/alerts-test.yml", encoding: .utf8)
        let tested = Set(tests.matches(of: /alertname: (\w+)/).map(\.1))
        #expect(Set(rules.matches(of: /alert: (\w+)/).map(\.1)) == tested)
        // Rules use only exported metrics.
        let names = Set(MetricsPage.table.families.map(\.sampleName)).union(["up"])
        for match in rules.matches(of: /\b(sluice_[a-z_]+)\b/) {
            #expect(names.contains(String(match.1)), "\(match.1)")
        }
    }
}
