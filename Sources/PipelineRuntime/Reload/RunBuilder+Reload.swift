import Media
import StageKit

/// Extends a run that exists: stages that keep running, replacements, and new stages.
extension RunBuilder {
    /// Whether the chain of a stage exists and is kept.
    func isKept(_ stage: Int) -> Bool { changes[stage] == .unchanged || changes[stage] == .replaced }

    /// Whether a new stage reads from a stage that keeps running.
    func joinsRunningStage(_ stage: Int) -> Bool { layout.inputs[stage].contains { isKept($0) } }

    /// Allocates node slots for the transforms that run in existing chains.
    func extendChains() throws(Diagnostic) {
        for (stage, planned) in plan.stages.enumerated() {
            let task = layout.task[stage]
            guard isKept(task) else { continue }
            let chain = existing[plan.stages[task].name]?.chain
            if drafts[task] == nil, let chain {
                drafts[task] = ChainDraft(places: chain.slotCount, board: chain.chainEffects)
                modifications[task] = ChainModification(chain: chain)
            }
            guard let draft = drafts[task] else { continue }
            if isKept(stage) {
                place[stage] = existing[planned.name]?.place ?? 0
                continue
            }
            guard case .transform = planned.stage else { continue }
            place[stage] = draft.nodes.count
            draft.nodes.append(nil)
        }
    }

    /// Keeps or replaces a stage that exists, and attaches new stages to it.
    func reuse(_ stage: Int) throws(Diagnostic) {
        guard let part = existing[plan.stages[stage].name] else { return }
        runtimes[plan.stages[stage].name] = part
        if changes[stage] == .replaced { try replaceStage(stage, part) }
        guard let fanOut = part.fanOut else { return }
        for (consumer, input) in layout.consumers[stage] where !isKept(consumer) || isProcessor(consumer, .replaced) {
            let attach = try fanOut.attachment(of: consumer, input, below: stage, self)
            modifications[layout.task[stage]]?.attachments.append(attach)
        }
        if layout.task[stage] == stage { finishModification(stage) }
    }

    /// Whether a stage is a processor with this change; its link is then created again.
    private func isProcessor(_ stage: Int, _ fate: PlanDifference.StageChange) -> Bool {
        if case .processor = plan.stages[stage].stage { changes[stage] == fate } else { false }
    }

    private func replaceStage(_ stage: Int, _ part: StageRuntime) throws(Diagnostic) {
        switch plan.stages[stage].recovering {
        case .source(let source): try replaceStage(source: source, stage, part)
        case .processor(let processor): try replaceStage(processor: processor, stage, part)
        case .transform(let transform): try replaceStage(transform: transform, stage, part)
        case .sink: break
        }
    }

    private func replaceStage<S: Source>(source: S, _ stage: Int, _ part: StageRuntime) throws(Diagnostic) {
        guard let (head, chain) = handOver(stage, part, S.Output.self) else { return }
        try add(source: source, stage, head, chain)
    }

    private func replaceStage<S: Processor>(processor: S, _ stage: Int, _ part: StageRuntime) throws(Diagnostic) {
        guard let (head, chain) = handOver(stage, part, S.Output.self) else { return }
        try add(processor: processor, stage, head, chain)
    }

    /// Returns the head that the replacement sends through, and schedules the handover from the old stage.
    private func handOver<Output: Payload>(
        _ stage: Int, _ part: StageRuntime, _ type: Output.Type
    ) -> (ChainHeadNode<Output>, Chain)? {
        guard let head = part.node as? ChainHeadNode<Output>, let chain = part.chain else { return nil }
        modifications[stage]?.handovers.append { head.retainTracks() }
        modifications[stage]?.heads.append { [number = numbers[stage]] in head.continueTracks(by: number) }
        return (head, chain)
    }

    private func replaceStage<S: Transform>(transform: S, _ stage: Int, _ part: StageRuntime) throws(Diagnostic) {
        guard let fanOut = part.fanOut as? FanOut<S.Output>, let former = part.node,
            let above = layout.inputs[stage].first, let parent = existing[plan.stages[above].name]?.fanOut
        else { return }
        let node = transformNode(transform, stage, fanOut)
        runtimes[plan.stages[stage].name] = StageRuntime(place: part.place, fanOut: fanOut, node: node)
        modifications[layout.task[stage]]?.replacements.append(
            NodeReplacement(place: part.place, former: former, node: node, parent: parent))
    }

    private func finishModification(_ task: Int) {
        guard let draft = drafts[task], let splice = modifications[task] else { return }
        splice.nodes = draft.nodes.enumerated().compactMap { place, node in node.map { (place, $0) } }
        splice.leafNodes = draft.leafNodes
        splice.leaves = draft.leaves.map(\.leaf)
        for (leaf, place) in draft.leaves {
            leaf.link.requests.add { [weak chain = splice.chain] in chain?.receive($0, at: place) }
        }
    }
}
