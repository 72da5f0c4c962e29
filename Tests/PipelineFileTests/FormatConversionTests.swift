import Media
import PipelineRuntime
import StageKit
import Testing

@testable import PipelineFile

/// Stages that accept only certain frame formats.
@Suite struct FormatConversionTests {
    @Test func conversionIsInsertedBeforeRestrictedStage() throws {
        var catalogue = StageCatalogue()
        for register in [Self.registerConversion, Self.registerOthers] { register(&catalogue) }
        var document = PipelineDocument(stages: [
            StageDefinition("camera", use: "test.camera"),
            StageDefinition("paint", use: "test.paint", from: ["camera"]),
            StageDefinition("screen", use: "test.screen", from: ["paint"]),
        ])
        document.name = "example"
        var diagnostics: [Diagnostic] = []
        let plan = try #require(PlanBuilder(catalogue: catalogue).plan(document, &diagnostics))
        #expect(diagnostics.isEmpty)
        #expect(plan.stages.map(\.name) == ["camera", "camera-for-paint", "paint", "screen"])
        #expect(plan.stages[1].inputs == ["camera"] && plan.stages[2].inputs == ["camera-for-paint"])
        #expect(plan.stages[1].description.kind == "frame.convert")
        let text = try TextGraph(plan).text
        #expect(
            text.contains("frame -> camera-for-paint (frame.convert), inserted because paint accepts RGBA\n"),
            "\(text)")
        #expect(text.contains("frame (RGBA) -> paint (test.paint)"), "\(text)")
        let dot = try DOTGraph(plan).dot
        #expect(dot.contains("inserted because paint accepts RGBA\", style=\"rounded,filled,dashed\""), "\(dot)")
        #expect(dot.contains("\"camera-for-paint\" -> \"paint\" [label=\"frame\\n(RGBA)\", style=dotted]"), "\(dot)")
    }

    private static func registerConversion(_ catalogue: inout StageCatalogue) { catalogue.register(Conversion.self) }
    private static func registerOthers(_ catalogue: inout StageCatalogue) {
        catalogue.register(Camera.self)
        catalogue.register(Paint.self)
        catalogue.register(Screen.self)
    }
}

private struct Conversion: Transform {
    struct Options: StageOptions {
        var pixel: [String] = []
        var sample: [String] = []
        static var fields: [OptionField<Options>] {
            [.option("pixel-formats", \.pixel, "pictures"), .option("sample-formats", \.sample, "sound")]
        }
    }
    static let kind = "frame.convert"
    static let abstract = "Converts."
    init(options: Options) {}
    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) { effects.emit(message: message) }
}

private struct Camera: Source {
    typealias Options = NoOptions
    static let kind = "test.camera"
    static let abstract = "Nothing."
    init(options: NoOptions) {}
    func run(output: any Outlet<Frame>, context: StageContext) async throws {}
}

private struct Paint: Transform {
    typealias Options = NoOptions
    static let kind = "test.paint"
    static let abstract = "Accepts RGBA."
    static let inputFormats = FrameFormats(pixel: ["RGBA"])
    init(options: NoOptions) {}
    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) { effects.emit(message: message) }
}

private struct Screen: Sink {
    typealias Options = NoOptions
    static let kind = "test.screen"
    static let abstract = "Accepts any frame."
    init(options: NoOptions) {}
    func run(input: any Inlet<Frame>, context: StageContext) async throws {}
}
