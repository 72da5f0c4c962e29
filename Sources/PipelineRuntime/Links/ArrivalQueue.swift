import Media
package import StageKit

/// Messages of several inputs in the order in which they came, measured per input.
package struct ArrivalQueue<Content: Payload>: Sendable {
    private var messages: [Message<Content>] = []
    private var head = 0
    /// Which input the messages are from, in runs.
    private var runs: [(input: Int, count: Int)] = []
    private var firstRun = 0
    /// What lies in it, for each input.
    package private(set) var fills: [LaneFill]

    package init(inputs: Int) { fills = Array(repeating: LaneFill(), count: inputs) }

    /// How many messages lie in it.
    package var count: Int { messages.count - head }

    /// Adds messages at the end.
    package mutating func append(_ batch: [Message<Content>], _ measure: BatchMeasure, from input: Int) {
        if batch.isEmpty { return }
        if messages.isEmpty { messages = batch } else { messages.append(contentsOf: batch) }
        if let last = runs.indices.last, last >= firstRun, runs[last].input == input {
            runs[last].count += batch.count
        } else {
            runs.append((input, batch.count))
        }
        fills[input].add(batch.count, measure)
    }

    /// Moves messages from the beginning into `batch`, which is empty: all of them, or `most`.
    package mutating func take(into batch: inout [Message<Content>], most: Int) {
        if head == 0, messages.count <= most {
            swap(&batch, &messages)
            emptied()
            return
        }
        let end = min(messages.count, head + most)
        batch.append(contentsOf: messages[head..<end])
        account(for: head..<end)
        head = end
        if head == messages.count {
            messages.removeAll(keepingCapacity: true)
            emptied()
        } else if head > messages.count / 2 {
            messages.removeFirst(head)
            head = 0
        }
    }

    /// Forgets all messages; tells how many payloads there were.
    package mutating func removeAll() -> Int {
        let payloads = measureMessages(messages, in: head..<messages.count).payloads
        messages = []
        emptied()
        return payloads
    }

    private mutating func emptied() {
        head = 0
        firstRun = 0
        runs.removeAll(keepingCapacity: true)
        for input in fills.indices { fills[input] = LaneFill() }
    }

    private mutating func account(for range: Range<Int>) {
        var position = range.lowerBound
        while position < range.upperBound {
            let count = min(runs[firstRun].count, range.upperBound - position)
            let measure = measureMessages(messages, in: position..<position + count)
            fills[runs[firstRun].input].remove(count, measure)
            runs[firstRun].count -= count
            if runs[firstRun].count == 0 { firstRun += 1 }
            position += count
        }
        if firstRun > 64, firstRun > runs.count / 2 {
            runs.removeFirst(firstRun)
            firstRun = 0
        }
    }
}
