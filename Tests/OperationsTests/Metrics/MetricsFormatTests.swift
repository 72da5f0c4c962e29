import Testing

@testable import Operations

@Suite struct MetricsFormatTests {
    @Test(
        arguments: [
            (nil, MetricsFormat.prometheus), ("*/*", .prometheus), ("text/html", .prometheus),
            ("application/openmetrics-text", .openMetrics),
            ("application/openmetrics-text; version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", .openMetrics),
            ("application/openmetrics-text;version=1.0.0;q=0.1, text/plain;q=0.9", .prometheus),
            ("application/openmetrics-text;version=2.0.0", .prometheus), (";;q=x,,", .prometheus),
        ] as [(String?, MetricsFormat)])
    func acceptSelectsTheFormat(field: String?, format: MetricsFormat) {
        #expect(MetricsFormat(accept: field) == format)
    }

    @Test func labelsAndHelpAreEscaped() {
        var family = MetricFamily("a_b", .gauge, "Line\nbreak \\ \"quotes\"")
        family.add([MetricLabel("l", "x\"y\\z\n")], 0.5)
        family.add([MetricLabel("l", "x")], .nan)
        #expect(
            MetricsText(format: .prometheus).page([family]) == """
                # HELP a_b Line\\nbreak \\\\ "quotes"
                # TYPE a_b gauge
                a_b{l="x\\"y\\\\z\\n"} 0.5

                """)
    }

    @Test func countersAndInfosHaveSuffixes() {
        var counter = MetricFamily("a_seconds", .counter, unit: "seconds", "Help.")
        counter.add([], 3)
        var info = MetricFamily("b", .info, "Help.")
        info.add([MetricLabel("version", "1")], 1)
        #expect(
            MetricsText(format: .openMetrics).page([counter, info]) == """
                # HELP a_seconds Help.
                # TYPE a_seconds counter
                # UNIT a_seconds seconds
                a_seconds_total 3
                # HELP b Help.
                # TYPE b info
                b_info{version="1"} 1
                # EOF

                """)
        #expect(MetricsText(format: .prometheus).page([info]).contains("# TYPE b_info gauge\n"))
    }
}
