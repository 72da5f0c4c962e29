import Media
import StageKit

/// A filter with a memory of half a second.
struct ScriptedFilter: Transform {
    static let kind = "scripted.filter"
    static let abstract = "Filters frames."

    init(options: NoOptions) {}
    var distribution: Distribution { .portions(warmUp: .milliseconds(500)) }
    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) { effects.emit(message: message) }
}
