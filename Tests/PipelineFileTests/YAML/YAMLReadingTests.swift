import StageKit
import Testing

@testable import PipelineFile

struct YAMLReadingTests {
    private func read(_ text: String, limits: YAMLLimits = YAMLLimits()) -> (text: String?, [Diagnostic]) {
        var reader = YAMLReader(SourceText(path: "a.yaml", text: text), limits: limits)
        let node = reader.read()
        return (node?.text, reader.diagnostics)
    }

    private func node(_ text: String) throws -> OptionNode {
        var reader = YAMLReader(SourceText(path: "a.yaml", text: text))
        let node = reader.read()
        return try #require(node)
    }

    @Test func valuesHaveLocations() throws {
        let node = try node("# first\nkey:\n  - größe: \"x y\"\n  - |\n    text\n")
        guard case .mapping(let entries) = node.content, case .list(let items) = entries[0].value.content,
            case .mapping(let inner) = items[0].content
        else { return #expect(Bool(false), "\(node)") }
        #expect(entries[0].keyLocation == SourceLocation(file: "a.yaml", line: 2, column: 1, length: 3))
        #expect(inner[0].keyLocation == SourceLocation(file: "a.yaml", line: 3, column: 5, length: 5))
        #expect(inner[0].value.location == SourceLocation(file: "a.yaml", line: 3, column: 12, length: 5))
        #expect(items[1].location == SourceLocation(file: "a.yaml", line: 4, column: 5, length: 1))
    }

    @Test func scalarsRecordQuoting() throws {
        let node = try node("[~, '~', \"~\"]")
        guard case .list(let items) = node.content else { return #expect(Bool(false), "\(node)") }
        #expect(items.map(\.isNull) == [true, false, false])
    }

    @Test func byteOrderMarkHasNoColumn() throws {
        #expect(try node("\u{FEFF}a: b").location?.column == 1)
    }

    @Test func aliasesExpandToAnchors() {
        #expect(read("a: &x { b: 1 }\nc: *x").text == "{ a: { b: 1 }, c: { b: 1 } }")
    }

    @Test func explicitKeysOverrideMergedKeys() {
        #expect(read("a: &x { b: 1, c: 2 }\nd: { <<: *x, c: 3 }").text == "{ a: { b: 1, c: 2 }, d: { b: 1, c: 3 } }")
        #expect(read("a: &x { b: 1, c: 2 }\nd: { c: 3, <<: [*x] }").text == "{ a: { b: 1, c: 2 }, d: { c: 3, b: 1 } }")
    }

    @Test func recursiveAliasIsRejected() {
        let (text, diagnostics) = read("a: &x [*x]")
        #expect(text == nil)
        #expect(diagnostics.map(\.message) == ["there is no preceding anchor '&x'"])
    }

    @Test func aliasDepthCounts() {
        let limits = YAMLLimits(depth: 4)
        #expect(read("a: &x [[[1]]]\nb: [*x]", limits: limits).text == nil)
        #expect(read("a: &x [[[1]]]\nb: *x", limits: limits).1 == [])
    }

    @Test func firstDuplicateKeyCounts() {
        let (text, diagnostics) = read("a: 1\na: 2\nb: 3\n")
        #expect(text == "{ a: 1, b: 3 }")
        #expect(diagnostics.map(\.code) == ["duplicate-key"])
    }

    @Test(arguments: [
        "\u{0}", "a: \u{0}", "{", "- a\nb", "%YAML 3.0\n---\na", "*", "&", "? [a]\n: b", "a: !!x y", "\r", "'",
    ])
    func invalidYAMLIsReported(text: String) {
        let result = read(text)
        #expect(result.text == nil)
        #expect(result.1.count == 1)
        #expect(result.1.first?.location != nil)
    }

    @Test func everyPrefixIsParsedOrReported() {
        let text = "a: &x { b: 1, c: [1, 'two', \"thr\\u0065e\"] }\nd: |\n  text\ne: { <<: *x }\n? f\n: g\n"
        for count in 0...text.count {
            let result = read(String(text.prefix(count)))
            #expect((result.text == nil) == !result.1.isEmpty)
        }
    }
}
