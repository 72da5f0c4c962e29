import StageKit

/// The cycles of stages that read from each other.
struct StageCycles {
    /// One cycle, from the stage that is declared first. Each stage reads from the next, and the last from the first.
    struct Cycle {
        var stages: [Int]
        /// The place where the first stage refers to the second.
        var location: SourceLocation?
    }

    private(set) var cycles: [Cycle] = []
    private var members: [Int: Set<Int>] = [:]

    /// Finds the cycles of two or more stages.
    init(_ stages: [StageDefinition], _ indices: [String: Int]) {
        let inputs = stages.map { $0.inputs.compactMap { indices[$0.text] } }
        for first in stages.indices where members[first] == nil {
            guard let path = Self.path(from: first, inputs) else { continue }
            let number = cycles.count
            for stage in path { members[stage, default: []].insert(number) }
            let next = stages[path[1]].name.text
            cycles.append(
                Cycle(stages: path, location: stages[first].inputs.first { $0.text == next }?.location))
        }
    }

    /// Whether a stage and an input of it are in the same cycle.
    func contains(_ stage: Int, _ input: Int) -> Bool {
        members[stage]?.isDisjoint(with: members[input] ?? []) == false
    }

    /// The shortest way from a stage through its inputs back to it, without the stage at the end; nil if there is none.
    private static func path(from first: Int, _ inputs: [[Int]]) -> [Int]? {
        var previous: [Int: Int] = [:]
        var queue = inputs[first].filter { $0 != first }
        for input in queue { previous[input] = first }
        var place = 0
        while place < queue.count {
            let stage = queue[place]
            place += 1
            if inputs[stage].contains(first) {
                var path = [stage]
                while let above = previous[path[0]], path[0] != first { path.insert(above, at: 0) }
                return path
            }
            for input in inputs[stage] where previous[input] == nil && input != first {
                previous[input] = stage
                queue.append(input)
            }
        }
        return nil
    }
}
