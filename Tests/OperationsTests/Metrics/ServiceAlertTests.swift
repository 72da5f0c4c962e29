import Foundation
import PipelineRuntime
import Testing

@testable import Operations

/// The alert rules with the metrics of a real service.
@Suite struct ServiceAlertTests {
    @Test(.enabled(if: InstalledProgram.exists("promtool"), "promtool is not installed"))
    func deadChannelsOfARealServiceAreReported() async throws {
        let service = try await SupervisedService([
            "service.yaml": SupervisedService.serviceFile + "nodes: 3\n", "news.yaml": SupervisedService.live(),
            "loop.yaml": SupervisedService.failing, "typo.yaml": "stages: []\n",
        ])
        try await service.wait("news runs") { await service.status("news")?.run?.renditions.isEmpty == false }
        try service.write("news.yaml", "stages: []\n")
        await service.service.rescan()
        try await service.wait("loop fails") { await service.status("loop")?.failures ?? 0 >= 3 }
        let page = try await service.request("/metrics").text
        for line in [
            "sluice_pipeline_state{pipeline=\"news\",state=\"running\"} 1",
            "sluice_pipeline_state{pipeline=\"news\",state=\"invalid\"} 0",
            "sluice_pipeline_state{pipeline=\"typo\",state=\"invalid\"} 1",
            "sluice_pipeline_file_valid{pipeline=\"news\"} 0", "sluice_pipeline_up{pipeline=\"news\"} 1",
            "sluice_service_problems 1",
        ] { #expect(page.contains(line + "\n"), "'\(line)' is missing in \(page)") }
        let rules = Repository.path("Documentation/Monitoring/alerts.yml")
        let file = service.folder.appending(path: "test.yml")
        try Self.test(of: page, rules: rules).write(to: file, atomically: true, encoding: .utf8)
        let result = try await AdministeredRun.run("promtool", ["test", "rules", file.path])
        #expect(result.code == 0, "\(result.output)")
        await service.stop()
    }

    /// A test of promtool whose series have the values of a page, and which expects the alerts of the service.
    private static func test(of page: String, rules: String) -> String {
        let series = page.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("sluice_pipeline") || line.hasPrefix("sluice_service"),
                let end = line.lastIndex(of: " ")
            else { return nil }
            let name = line[..<end]
            let labels = name.hasSuffix("}") ? "\(name.dropLast()),instance=\"a\"}" : "\(name){instance=\"a\"}"
            return "      - { series: '\(labels)', values: '\(line[line.index(after: end)...])x40' }"
        }
        // The state of the pipeline that restarts changes from scrape to scrape.
        let expected = [
            ("SluicePipelineDown", "typo"), ("SluicePipelineRestarting", "loop"), ("SluiceFileInvalid", "news"),
            ("SluiceServiceFileInvalid", nil),
        ].map { alert, pipeline in
            let labels = pipeline.map { ",pipeline=\"\($0)\"" } ?? ""
            return "          - { labels: '{alertname=\"\(alert)\"\(labels)}', value: 1 }"
        }
        let alerts = "alertname=~\"SluicePipeline.*|Sluice.*FileInvalid\",alertstate=\"firing\""
        return """
            rule_files: ["\(rules)"]
            evaluation_interval: 15s
            tests:
              - interval: 15s
                input_series:
            \(series.joined(separator: "\n"))
                promql_expr_test:
                  - expr: max by (alertname, pipeline) (ALERTS{\(alerts)} unless on (alertname, pipeline) ALERTS{alertname="SluicePipelineDown",pipeline="loop"})
                    eval_time: 5m
                    exp_samples:
            \(expected.joined(separator: "\n"))

            """
    }
}
