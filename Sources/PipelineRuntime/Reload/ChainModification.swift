import StageKit

/// The modifications of one chain that keeps running during a reload.
final class ChainModification {
    let chain: Chain
    /// Called on the head before its stage is replaced (`handovers`) and when the replacement starts (`heads`).
    var handovers: [() -> Void] = []
    var heads: [() -> Void] = []
    var replacements: [NodeReplacement] = []
    var attachments: [() throws(StageFailure) -> Void] = []
    var nodes: [(place: Int, node: ChainNode)] = []
    var leafNodes: [ChainNode] = []
    var leaves: [Chain.Leaf] = []

    init(chain: Chain) { self.chain = chain }

    /// Removes the nodes of stages that are removed or replaced. Each finishes first, unless that would close an output
    /// that a replacement continues.
    func remove(_ going: Set<Int>, continued: Set<Int>) {
        chain.change { nodes throws(StageFailure) in
            // The head of a running chain stays, even if its stage is replaced.
            for (index, node) in nodes.enumerated() {
                guard let node, index == 0 || !going.contains(node.stage) else { continue }
                node.detach(going)
            }
            let gone = nodes.indices.filter { index in
                guard let node = nodes[index], index > 0 else { return false }
                return going.contains(node.stage) && !replacements.contains { $0.former === node }
            }
            defer {
                for index in gone {
                    nodes[index]?.end(failed: false)
                    nodes[index] = nil
                }
                while case .some(.none) = nodes.last { nodes.removeLast() }
            }
            for index in gone {
                guard let node = nodes[index], !continued.contains(node.stage) else { continue }
                try node.finish()
            }
        }
        chain.removeLeaves(to: going)
    }

    /// Replaces transforms between two batches, and prepares the head for the replacement of its stage.
    func replace() {
        guard !replacements.isEmpty || !handovers.isEmpty else { return }
        chain.change { nodes throws(StageFailure) in
            for handover in handovers { handover() }
            for replacement in replacements where nodes.indices.contains(replacement.place) {
                try replacement.former.finish()
                nodes[replacement.place] = replacement.node
                try replacement.parent.replace(replacement.former.stage, by: replacement.node)
            }
        }
    }

    /// Puts new nodes into the chain, where upstream requests reach them; they receive no messages yet.
    func insertNodes() {
        chain.change { nodes throws(StageFailure) in
            for (place, node) in self.nodes {
                while nodes.count <= place { nodes.append(nil) }
                nodes[place] = node
            }
            nodes += leafNodes
        }
    }

    /// Connects new nodes and links to the stages that feed them.
    func connect() {
        chain.add(leaves)
        var hasJoined = false
        chain.change { nodes throws(StageFailure) in
            hasJoined = true
            for head in heads { head() }
            for attach in attachments { try attach() }
        }
        // The chain has ended in the meantime, so the new links get no input.
        if !hasJoined { for leaf in leaves { leaf.link.end(leaf.input, failed: false) } }
    }
}

extension Chain {
    /// Keeps the outputs of these stages open, because their replacements continue them.
    func keepOpen(_ continued: Set<Int>) {
        change { nodes throws(StageFailure) in
            for case let node? in nodes where continued.contains(node.stage) { node.isContinued = true }
        }
    }
}
