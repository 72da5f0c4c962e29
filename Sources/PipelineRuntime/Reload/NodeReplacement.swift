/// A transform that replaces another in a chain that keeps running.
struct NodeReplacement {
    let place: Int
    let former: ChainNode
    let node: ChainNode
    let parent: any AnyFanOut
}
