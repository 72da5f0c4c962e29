import Synchronization

/// The ranges of partial contents that an operation uses.
package final class UsedRanges: Sendable {
    /// Receives the ranges that the current operation uses; nil if they are not recorded.
    @TaskLocal package static var current: UsedRanges?

    private struct State {
        var contents: [any PartialContent] = []
        var ranges: [[Range<Int>]] = []
    }
    private let state = Mutex(State())

    package init() {}

    /// The contents and their ranges in the order of use. Ranges that continue the previous one are joined with it.
    package var all: [(content: any PartialContent, ranges: [Range<Int>])] {
        state.withLock { state in zip(state.contents, state.ranges).map { ($0, $1) } }
    }

    func add(_ range: Range<Int>, of content: any PartialContent) {
        guard !range.isEmpty else { return }
        state.withLock { state in
            guard let index = state.contents.firstIndex(where: { $0 === content }) else {
                state.contents.append(content)
                return state.ranges.append([range])
            }
            if let last = state.ranges[index].last, last.upperBound == range.lowerBound {
                state.ranges[index][state.ranges[index].count - 1] = last.lowerBound..<range.upperBound
            } else {
                state.ranges[index].append(range)
            }
        }
    }
}
