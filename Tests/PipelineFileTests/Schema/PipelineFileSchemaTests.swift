import StageKit
import Testing

@testable import PipelineFile

struct PipelineFileSchemaTests {
    private let document = PipelineFileSchema(testCatalogue).document

    @Test func schemaHasAllKeysOfPipelineFiles() {
        #expect(Set(PipelineFileSchema.properties.members.map(\.key)) == Set(DocumentReader.keys))
    }

    @Test func everyKindHasItsOptionsWithDefaultsAndRanges() throws {
        for kind in testCatalogue.descriptions {
            let options = try #require(document["$defs"]?[kind.kind]?["properties"])
            #expect(options.members.map(\.key) == kind.options.map(\.key))
        }
        let encode = try #require(document["$defs"]?["video.encode"]?["properties"])
        #expect(encode["codec"]?["default"] == "h264")
        #expect(encode["codec"]?["anyOf"] == [["enum": ["h264", "hevc"]], ["$ref": "#/$defs/parameter"]])
        #expect(encode["look-ahead"]?["default"] == 40)
        #expect(encode["look-ahead"]?.text.contains("\"maximum\": 250") == true)
        #expect(encode["bitrate"]?.text.contains("Mbit") == true)
        let pattern = try #require(document["$defs"]?["test.video"]?["properties"])
        #expect(pattern["live"]?["default"] == false)
        #expect(pattern["rate"]?["default"] == 30)
        #expect(document["$defs"]?["file.folder"]?["required"] == ["path"])
    }

    @Test func defaultsOfSecretsAreNotShown() throws {
        let origin = try #require(document["$defs"]?["http.origin"]?["properties"])
        #expect(origin["token"]?["default"] == nil)
        #expect(origin["token-file"] != nil)
    }

    @Test func textIsEscaped() {
        #expect(JSONValue.string("a\"\\\n\u{1}é").text == #""a\"\\\n\u0001é""#)
        #expect(
            (["b": 1, "a": [true, .null]] as JSONValue).text
                == "{\n  \"b\": 1,\n  \"a\": [\n    true,\n    null\n  ]\n}")
    }
}
