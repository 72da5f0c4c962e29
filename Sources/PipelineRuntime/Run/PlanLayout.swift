import Media
import StageKit

/// The connections between the stages of a plan, and the assignment of stages to tasks.
///
/// A transform runs in the task of the stage above it. A transform with inputs from several tasks, or with several
/// inputs that are merged, heads a separate task.
struct PlanLayout {
    /// The plan indices of the stages that each stage reads from.
    private(set) var inputs: [[Int]] = []
    /// The stages that read from each stage, each with the index of the input.
    private(set) var consumers: [[(consumer: Int, input: Int)]]
    /// The plan index of the stage that heads each stage's task.
    private(set) var task: [Int] = []
    /// The chain index of each stage's node; 0 for stages without a node.
    private(set) var place: [Int] = []
    /// The number of nodes in the chain of each task, not counting the links below.
    private(set) var placesInTask: [Int: Int] = [:]
    /// The media types that each stage accepts.
    let mediaTypes: [Set<MediaType>]
    private var sources: [Set<Int>] = []
    private var interleavingStages: Set<Int> = []

    init(_ plan: PipelinePlan) throws(Diagnostic) {
        consumers = Array(repeating: [], count: plan.stages.count)
        mediaTypes = plan.stages.map(\.stage.mediaTypes)
        var names: [String: Int] = [:]
        for (index, stage) in plan.stages.enumerated() {
            inputs.append(try Self.resolve(stage, names))
            for (input, above) in inputs[index].enumerated() { consumers[above].append((index, input)) }
            sources.append(
                inputs[index].isEmpty ? [index] : inputs[index].reduce(into: []) { $0.formUnion(sources[$1]) })
            if names.updateValue(index, forKey: stage.name) != nil {
                throw Diagnostic(code: "duplicate-stage", message: "two stages have the name '\(stage.name)'")
            }
        }
        findMerges(plan)
        for (index, stage) in plan.stages.enumerated() { join(index, stage.stage) }
    }

    /// Finds the stages whose inputs are merged by media time: those that require it, and transforms with several inputs
    /// above them. The tracks of these inputs could otherwise be announced after media of the others.
    private mutating func findMerges(_ plan: PipelinePlan) {
        var requiresOrder: Set<Int> = []
        for (index, stage) in plan.stages.enumerated().reversed() {
            let isTransform = if case .transform = stage.stage { true } else { false }
            guard
                stage.stage.interleavesInputs
                    || isTransform && consumers[index].contains(where: { requiresOrder.contains($0.consumer) })
            else { continue }
            requiresOrder.insert(index)
            if inputs[index].count > 1 { interleavingStages.insert(index) }
        }
    }

    /// The media types that the stages below accept together; all types when there is no stage below.
    func acceptedMediaTypes(from stage: Int) -> Set<MediaType> {
        if consumers[stage].isEmpty { return Set(MediaType.allCases) }
        return consumers[stage].reduce(into: []) { $0.formUnion(mediaTypes[$1.consumer]) }
    }

    /// The order of the messages that a stage receives from its inputs. A single input is never merged: a stage above it
    /// has several.
    func order(of stage: Int) -> LinkOrder { interleavingStages.contains(stage) ? .mediaTime : .arrival }

    /// Whether each pair of inputs of a stage has a source in common.
    func related(_ stage: Int) -> [[Bool]] {
        inputs[stage].map { left in inputs[stage].map { !sources[left].isDisjoint(with: sources[$0]) } }
    }

    private static func resolve(_ stage: PlannedStage, _ names: [String: Int]) throws(Diagnostic) -> [Int] {
        var inputs: [Int] = []
        for name in stage.inputs {
            guard let index = names[name] else {
                throw Diagnostic(
                    code: "unknown-input", message: "'\(stage.name)' reads from '\(name)', which does not precede it")
            }
            inputs.append(index)
        }
        if case .source = stage.stage {
            guard inputs.isEmpty else {
                throw Diagnostic(
                    code: "source-with-input", message: "'\(stage.name)' is a source and cannot read from a stage")
            }
        } else if inputs.isEmpty {
            throw Diagnostic(code: "missing-input", message: "'\(stage.name)' does not read from any stage")
        }
        return inputs
    }

    private mutating func join(_ index: Int, _ stage: AnyStage) {
        guard case .transform = stage else {
            task.append(index)
            place.append(0)
            if !stage.isSink { placesInTask[index] = 1 }
            return
        }
        let above = Set(inputs[index].map { task[$0] })
        let isFused = above.count == 1 && order(of: index) == .arrival
        let head = isFused ? above.first ?? index : index
        task.append(head)
        let next = placesInTask[head] ?? 0
        place.append(next)
        placesInTask[head] = next + 1
    }
}

extension AnyStage {
    fileprivate var isSink: Bool { if case .sink = self { true } else { false } }

    /// Whether the payloads of several inputs have to arrive in the order of media time.
    fileprivate var interleavesInputs: Bool {
        switch self {
        case .source, .processor: false
        case .transform(let transform): type(of: transform).interleavesInputs
        case .sink(let sink): type(of: sink).interleavesInputs
        }
    }

    /// The media types that the stage accepts.
    fileprivate var mediaTypes: Set<MediaType> {
        switch self {
        case .source, .sink: Set(MediaType.allCases)
        case .transform(let transform): type(of: transform).mediaTypes
        case .processor(let processor): type(of: processor).mediaTypes
        }
    }
}
