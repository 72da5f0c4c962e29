import Media
import StageKit
import Testing

struct OptionMappingTests {
    struct Rung: OptionMapping, Equatable {
        var height = 0
        var bitRate: BitRate?
        var name = "rung"

        static var fields: [OptionField<Rung>] {
            [
                .required("height", \.height, in: 16...4320, "lines of the picture"),
                .option("bitrate", \.bitRate, "bits per second"),
                .option("name", \.name, "its name"),
            ]
        }
        var contradiction: (message: String, expected: String)? {
            name.isEmpty ? ("the name is empty", "a name") : nil
        }
    }

    struct Ladder: StageOptions {
        var rungs: [Rung] = []
        static var fields: [OptionField<Ladder>] { [.option("ladder", \.rungs, "the rungs")] }
    }

    struct Stage: Sink {
        static let kind = "test.ladder"
        static let abstract = "Accepts rungs."
        let options: Ladder
        init(options: Ladder) { self.options = options }
        func run(input: any Inlet<Sample>, context: StageContext) async throws {}
    }

    private func mapping(_ entries: KeyValuePairs<String, String>, line: Int = 1) -> OptionNode {
        let file = "ladder.yaml"
        let all = entries.enumerated().map { index, entry in
            OptionNode.Entry(
                key: entry.key, keyLocation: SourceLocation(file: file, line: line, column: 1 + 20 * index),
                value: OptionNode(
                    .scalar(entry.value, isQuoted: false),
                    at: SourceLocation(file: file, line: line, column: 10 + 20 * index)))
        }
        return OptionNode(.mapping(all), at: SourceLocation(file: file, line: line, column: 1))
    }

    private func diagnostics(_ nodes: OptionNode...) -> [Diagnostic] {
        var catalogue = StageCatalogue()
        catalogue.register(Stage.self)
        var found: [Diagnostic] = []
        _ = catalogue["test.ladder"]?.make([OptionNode.Entry(key: "ladder", value: OptionNode(.list(nodes)))], &found)
        return found
    }

    @Test func listOfMappingsRoundTrips() throws {
        let node = OptionNode(.list([mapping(["height": "720", "bitrate": "3Mbps"]), mapping(["height": "360"])]))
        let rungs = try [Rung](option: node)
        #expect(rungs.map(\.height) == [720, 360])
        #expect(rungs.map(\.bitRate) == [BitRate.kilobits(3000), nil])
        #expect(rungs.optionText == "[{ height: 720, bitrate: 3Mbit/s, name: rung }, { height: 360, name: rung }]")
    }

    @Test func singleMappingIsOneElementList() throws {
        #expect(try [Rung](option: mapping(["height": "720"])).map(\.height) == [720])
    }

    @Test func everyErrorIsReportedAtItsLocation() {
        let found = diagnostics(
            mapping(["height": "72O", "bitrate": "3"], line: 1), mapping(["hieght": "720"], line: 2),
            mapping(["height": "9999"], line: 3), mapping(["height": "720", "name": ""], line: 4))
        #expect(
            found.map(\.code) == [
                "wrong-type", "wrong-unit", "unknown-option", "missing-option", "out-of-range", "invalid-options",
            ])
        #expect(found.map(\.location?.line) == [1, 1, 2, 2, 3, 4])
        #expect(found.map(\.location?.column) == [10, 30, 1, 1, 10, 1])
        #expect(found[0].message == "option 'ladder' of test.ladder: 'height': '72O' is not a whole number")
        #expect(found[2].notes == ["expected 'height', perhaps"])
    }

    @Test func textIsRejectedForMapping() {
        let found = diagnostics(OptionNode("720"))
        #expect(found.map(\.code) == ["wrong-type"])
        #expect(found[0].notes == ["expected mapping (height: …, bitrate: …)"])
    }

    @Test func referenceDescribesMappings() throws {
        var catalogue = StageCatalogue()
        catalogue.register(Stage.self)
        let description = try #require(catalogue["test.ladder"])
        let page = StageReference.markdown(description)
        #expect(page.contains("Each mapping of `ladder`:"))
        #expect(page.contains("| `height` | whole number, 16 to 4320 | required | Lines of the picture. |"))
        #expect(StageReference.text(description).contains("      height: whole number, 16 to 4320, required\n"))
    }
}
