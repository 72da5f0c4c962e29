import Foundation
import Operations
import Testing

@Suite struct MetricsReferenceTests {
    @Test func pageAboutFiguresListsTheMetricsOfTheCode() throws {
        let page = URL(filePath: #filePath).appending(path: "../../../../Documentation/Figures.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let (start, end) = ("<!-- metrics -->\n", "<!-- end of metrics -->")
        let head = try #require(text.range(of: start)), tail = try #require(text.range(of: end))
        let expected = text[..<head.upperBound] + MetricsReference.markdown + "\n" + text[tail.lowerBound...]
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try String(expected).write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(text == expected, "the table is stale: run this test with RECORD_GOLDEN=1")
    }
}
