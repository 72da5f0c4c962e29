import Foundation
import Operations
import Testing

@Suite struct LogReferenceTests {
    @Test func pageAboutLogsListsTheEventsOfTheCode() throws {
        let page = URL(filePath: #filePath).appending(path: "../../../../Documentation/Logs.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let (start, end) = ("<!-- events -->\n", "<!-- end of events -->")
        let head = try #require(text.range(of: start)), tail = try #require(text.range(of: end))
        let expected = text[..<head.upperBound] + LogReference.markdown + "\n" + text[tail.lowerBound...]
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try String(expected).write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(text == expected, "the tables are stale: run this test with RECORD_GOLDEN=1")
    }

    @Test func journalIdentifiersAreDistinctAndValid() {
        let identifiers = LogEventKind.allCases.map(\.messageID)
        #expect(Set(identifiers).count == identifiers.count)
        #expect(identifiers.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    }
}
