import PipelineFile
import StageKit

/// The stages of a pipeline declared in Swift as the tree of a pipeline file.
struct StageTree {
    private let name: String
    private var catalogue: StageCatalogue
    private var stages: [OptionNode.Entry] = []
    private var problems: [Diagnostic] = []

    init(_ name: String, _ stages: [PipelineStage], _ catalogue: StageCatalogue) {
        self.name = name
        self.catalogue = catalogue
        var above: String?
        for stage in stages {
            register(stage)
            add(stage, below: above)
            above = stage.name
        }
    }

    /// Checks the pipeline like a file.
    func load() -> PipelineFileResult {
        let root = OptionNode(.mapping([.init(key: "stages", value: OptionNode(.mapping(stages)))]))
        return PipelineFile.load(root, name: name, catalogue: catalogue, problems: problems)
    }

    /// Registers the type of a stage, unless it is registered already.
    private mutating func register(_ stage: PipelineStage) {
        guard let register = stage.register else { return }
        guard let known = catalogue[stage.kind] else { return register(&catalogue) }
        var own = StageCatalogue()
        register(&own)
        guard own[stage.kind]?.typeID != known.typeID else { return }
        problems.append(
            Diagnostic(
                code: "duplicate-kind", message: "another stage has the kind '\(stage.kind)'", at: stage.location,
                notes: ["rename the kind of the type"]))
    }

    private mutating func add(_ stage: PipelineStage, below above: String?) {
        guard !stages.contains(where: { $0.key == stage.name }) else {
            problems.append(
                Diagnostic(
                    code: "duplicate-key", message: "there are two stages '\(stage.name)'", at: stage.location,
                    notes: ["rename one of them"]))
            return
        }
        func text(_ text: String) -> OptionNode { OptionNode(.scalar(text, isQuoted: true), at: stage.location) }
        var entries: [OptionNode.Entry] = []
        func add(_ key: String, _ value: OptionNode) {
            entries.append(.init(key: key, keyLocation: stage.location, value: value))
        }
        add("use", text(stage.kind))
        let isSource = catalogue[stage.kind]?.role == .source
        if let inputs = stage.inputs ?? (isSource ? nil : above.map { [$0] }), !inputs.isEmpty {
            add("from", OptionNode(.list(inputs.map(text)), at: stage.location))
        }
        if !stage.options.isEmpty { add("with", OptionNode(.mapping(stage.options), at: stage.location)) }
        if stage.onError != .automatic { add("on-error", text(stage.onError.rawValue)) }
        stages.append(
            .init(
                key: stage.name, keyLocation: stage.location, value: OptionNode(.mapping(entries), at: stage.location)))
    }
}
