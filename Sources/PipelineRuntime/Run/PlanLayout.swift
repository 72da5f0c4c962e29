import Media
import StageKit

/// Who reads from whom, and which stages share a task.
///
/// Transforms run in the task above them; one whose inputs come from several tasks begins a task of its own.
struct PlanLayout {
    /// The places in the plan of the stages that each stage reads from.
    private(set) var inputs: [[Int]] = []
    /// The stages that read from each stage, and which of their inputs it is.
    private(set) var consumers: [[(consumer: Int, input: Int)]]
    /// The stage that heads the task each stage runs in.
    private(set) var task: [Int] = []
    /// Where each stage's node is in its chain; 0 for stages without one.
    private(set) var place: [Int] = []
    /// Where the merge in front of a fused transform is in its chain.
    private(set) var mergePlace: [Int: Int] = [:]
    /// How many nodes the chain of each task has, the links below not counted.
    private(set) var placesInTask: [Int: Int] = [:]
    /// The media types each stage takes.
    let mediaTypes: [Set<MediaType>]
    private var sources: [Set<Int>] = []

    init(_ plan: PipelinePlan) throws(Diagnostic) {
        consumers = Array(repeating: [], count: plan.stages.count)
        mediaTypes = plan.stages.map(\.stage.mediaTypes)
        var names: [String: Int] = [:]
        for (index, stage) in plan.stages.enumerated() {
            inputs.append(try Self.resolve(stage, names))
            for (input, above) in inputs[index].enumerated() { consumers[above].append((index, input)) }
            sources.append(
                inputs[index].isEmpty ? [index] : inputs[index].reduce(into: []) { $0.formUnion(sources[$1]) })
            join(index, stage.stage)
            if names.updateValue(index, forKey: stage.name) != nil {
                throw Diagnostic(code: "duplicate-stage", message: "there are two stages called '\(stage.name)'")
            }
        }
    }

    /// The media types that some stage below takes; all where there is none below.
    func mediaTypesTaken(from stage: Int) -> Set<MediaType> {
        if consumers[stage].isEmpty { return Set(MediaType.allCases) }
        return consumers[stage].reduce(into: []) { $0.formUnion(mediaTypes[$1.consumer]) }
    }

    /// Which inputs of a stage come from the same source.
    func related(_ stage: Int) -> [[Bool]] {
        inputs[stage].map { left in inputs[stage].map { !sources[left].isDisjoint(with: sources[$0]) } }
    }

    private static func resolve(_ stage: PlannedStage, _ names: [String: Int]) throws(Diagnostic) -> [Int] {
        var inputs: [Int] = []
        for name in stage.inputs {
            guard let index = names[name] else {
                throw Diagnostic(
                    code: "unknown-input", message: "'\(stage.name)' reads from '\(name)', which is not above it")
            }
            inputs.append(index)
        }
        if case .source = stage.stage {
            guard inputs.isEmpty else {
                throw Diagnostic(
                    code: "source-with-input", message: "'\(stage.name)' is a source and reads from no stage")
            }
        } else if inputs.isEmpty {
            throw Diagnostic(code: "missing-input", message: "'\(stage.name)' reads from no stage")
        }
        return inputs
    }

    private mutating func join(_ index: Int, _ stage: AnyStage) {
        guard case .transform(let transform) = stage else {
            task.append(index)
            place.append(0)
            if !stage.isSink { placesInTask[index] = 1 }
            return
        }
        let above = Set(inputs[index].map { task[$0] })
        let head = above.count == 1 ? above.first ?? index : index
        task.append(head)
        var next = placesInTask[head] ?? 0
        if head != index, type(of: transform).interleavesInputs {
            mergePlace[index] = next
            next += 1
        }
        place.append(next)
        placesInTask[head] = next + 1
    }
}

extension AnyStage {
    fileprivate var isSink: Bool { if case .sink = self { true } else { false } }

    /// The media types it takes.
    fileprivate var mediaTypes: Set<MediaType> {
        switch self {
        case .source, .sink: Set(MediaType.allCases)
        case .transform(let transform): type(of: transform).mediaTypes
        case .processor(let processor): type(of: processor).mediaTypes
        }
    }
}
