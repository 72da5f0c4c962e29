import Media
import StageKit
import Testing

struct StageReferenceTests {
    struct Sample: Sink {
        enum Mode: String, OptionValue, CaseIterable { case one, two }
        struct Options: StageOptions {
            var path = ""
            var mode = Mode.two
            var count: Int?
            var prefix = ""
            static let fields: [OptionField<Options>] = [
                .required("path", \.path, "the folder"),
                .option("mode", \.mode, "how"),
                .option("count", \.count, in: 1...9, "how many"),
                .option("prefix", \.prefix, "the prefix of names"),
            ]
        }
        static let kind = "file.sample"
        static let abstract = "Stores resources"
        init(options: Options) {}
        func run(input: any Inlet<Resource>, context: StageContext) async throws {}
    }

    let catalogue: StageCatalogue = {
        var catalogue = StageCatalogue()
        catalogue.register(Sample.self)
        return catalogue
    }()

    @Test func everyOptionHasTableRow() {
        #expect(
            StageReference.markdown(catalogue) == """
                # Stage reference

                All stage kinds with their inputs, outputs and options.

                ## file

                ### `file.sample`

                Stores resources.

                A sink: accepts resources.

                | Option | Value | Default | Meaning |
                |---|---|---|---|
                | `path` | text | required | The folder. |
                | `mode` | one \\| two | `two` | How. |
                | `count` | whole number, 1 to 9 | – | How many. |
                | `prefix` | text | `""` | The prefix of names. |

                """)
    }

    @Test func textReferenceIsPlain() throws {
        let text = StageReference.text(try #require(catalogue["file.sample"]))
        #expect(text.hasPrefix("file.sample: Stores resources\nA sink: accepts resources\n"))
        #expect(text.contains("\n  path: text, required\n      the folder\n"))
        #expect(StageReference.text(catalogue) == "file.sample  Stores resources\n")
    }
}
