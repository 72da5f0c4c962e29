import Media
import StageKit

/// Extends a run that exists: stages that keep running, replacements, and new stages.
extension RunBuilder {
    /// Whether the chain of a stage exists and is kept.
    func goesOn(_ stage: Int) -> Bool { fates[stage] == .stays || fates[stage] == .succeeds }

    /// Whether a new stage reads from a stage that keeps running.
    func joins(_ stage: Int) -> Bool { layout.inputs[stage].contains { goesOn($0) } }

    /// Allocates node slots for the transforms that run in existing chains.
    func extendChains() throws(Diagnostic) {
        for (stage, planned) in plan.stages.enumerated() {
            let task = layout.task[stage]
            guard goesOn(task) else { continue }
            let chain = standing[plan.stages[task].name]?.chain
            if drafts[task] == nil, let chain {
                drafts[task] = ChainDraft(places: chain.placeCount, board: chain.board)
                splices[task] = ChainModification(chain: chain)
            }
            guard let draft = drafts[task] else { continue }
            if goesOn(stage) {
                place[stage] = standing[planned.name]?.place ?? 0
                mergePlace[stage] = nil
                continue
            }
            guard case .transform = planned.stage else { continue }
            if mergePlace[stage] != nil {
                mergePlace[stage] = draft.nodes.count
                draft.nodes.append(nil)
            }
            place[stage] = draft.nodes.count
            draft.nodes.append(nil)
        }
    }

    /// Keeps or replaces a stage that exists, and attaches new stages to it.
    func goOn(_ stage: Int) throws(Diagnostic) {
        guard let part = standing[plan.stages[stage].name] else { return }
        parts[plan.stages[stage].name] = part
        if fates[stage] == .succeeds { try succeed(stage, part) }
        guard let fanOut = part.fanOut else { return }
        for (consumer, input) in layout.consumers[stage] where !goesOn(consumer) || isProcessor(consumer, .succeeds) {
            let attach = try fanOut.attachment(of: consumer, input, below: stage, self)
            splices[layout.task[stage]]?.attachments.append(attach)
        }
        if layout.task[stage] == stage { finishSplice(stage) }
    }

    /// Whether a stage is a processor with this change; its link is then created again.
    private func isProcessor(_ stage: Int, _ fate: PlanDifference.Fate) -> Bool {
        if case .processor = plan.stages[stage].stage { fates[stage] == fate } else { false }
    }

    private func succeed(_ stage: Int, _ part: StageRuntime) throws(Diagnostic) {
        switch plan.stages[stage].recovering {
        case .source(let source): try succeed(source: source, stage, part)
        case .processor(let processor): try succeed(processor: processor, stage, part)
        case .transform(let transform): try succeed(transform: transform, stage, part)
        case .sink: break
        }
    }

    private func succeed<S: Source>(source: S, _ stage: Int, _ part: StageRuntime) throws(Diagnostic) {
        guard let (head, chain) = handOver(stage, part, S.Output.self) else { return }
        try add(source: source, stage, head, chain)
    }

    private func succeed<S: Processor>(processor: S, _ stage: Int, _ part: StageRuntime) throws(Diagnostic) {
        guard let (head, chain) = handOver(stage, part, S.Output.self) else { return }
        try add(processor: processor, stage, head, chain)
    }

    /// Returns the head that the replacement sends through, and schedules the handover from the old stage.
    private func handOver<Output: Payload>(
        _ stage: Int, _ part: StageRuntime, _ type: Output.Type
    ) -> (ChainHeadNode<Output>, Chain)? {
        guard let head = part.node as? ChainHeadNode<Output>, let chain = part.chain else { return nil }
        splices[stage]?.handovers.append { head.keepTracks() }
        splices[stage]?.heads.append { [number = numbers[stage]] in head.succeed(by: number) }
        return (head, chain)
    }

    private func succeed<S: Transform>(transform: S, _ stage: Int, _ part: StageRuntime) throws(Diagnostic) {
        guard let fanOut = part.fanOut as? FanOut<S.Output>, let former = part.node,
            let above = layout.inputs[stage].first, let parent = standing[plan.stages[above].name]?.fanOut
        else { return }
        let node = transformNode(transform, stage, fanOut)
        parts[plan.stages[stage].name] = StageRuntime(place: part.place, fanOut: fanOut, node: node)
        splices[layout.task[stage]]?.replacements.append(
            NodeReplacement(place: part.place, former: former, node: node, parent: parent))
    }

    private func finishSplice(_ task: Int) {
        guard let draft = drafts[task], let splice = splices[task] else { return }
        splice.nodes = draft.nodes.enumerated().compactMap { place, node in node.map { (place, $0) } }
        splice.leafNodes = draft.leafNodes
        splice.leaves = draft.leaves.map(\.leaf)
        for (leaf, place) in draft.leaves {
            leaf.link.requests.add { [weak chain = splice.chain] in chain?.receive($0, at: place) }
        }
    }
}
