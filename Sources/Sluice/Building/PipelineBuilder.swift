/// Collects the stages of a pipeline that is declared in Swift.
@resultBuilder
public enum PipelineBuilder {
    public static func buildExpression(_ stage: PipelineStage) -> [PipelineStage] { [stage] }
    public static func buildExpression(_ stages: [PipelineStage]) -> [PipelineStage] { stages }
    public static func buildBlock(_ parts: [PipelineStage]...) -> [PipelineStage] { parts.flatMap(\.self) }
    public static func buildOptional(_ stages: [PipelineStage]?) -> [PipelineStage] { stages ?? [] }
    public static func buildEither(first stages: [PipelineStage]) -> [PipelineStage] { stages }
    public static func buildEither(second stages: [PipelineStage]) -> [PipelineStage] { stages }
    public static func buildArray(_ parts: [[PipelineStage]]) -> [PipelineStage] { parts.flatMap(\.self) }
}
