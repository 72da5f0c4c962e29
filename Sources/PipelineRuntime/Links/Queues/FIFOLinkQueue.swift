import Media
package import StageKit

/// A queue of messages from several inputs in arrival order, with a fill level per input.
package struct FIFOLinkQueue<Content: Payload>: Sendable {
    private var messages: [Message<Content>] = []
    private var head = 0
    /// The inputs that the messages come from, run-length encoded.
    private var runs: [(input: Int, count: Int)] = []
    private var firstRun = 0
    /// The fill level of each input.
    package private(set) var fills: [FillLevel]

    package init(inputs: Int) { fills = Array(repeating: FillLevel(), count: inputs) }

    /// The number of queued messages.
    package var count: Int { messages.count - head }

    /// Appends messages of one input.
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

    /// Moves up to `maximum` messages from the front into `batch`, which is empty on entry.
    package mutating func dequeue(into batch: inout [Message<Content>], upTo: Int) {
        if head == 0, messages.count <= upTo {
            swap(&batch, &messages)
            resetFillLevels()
            return
        }
        let end = min(messages.count, head + upTo)
        batch.append(contentsOf: messages[head..<end])
        account(for: head..<end)
        head = end
        if head == messages.count {
            messages.removeAll(keepingCapacity: true)
            resetFillLevels()
        } else if head > messages.count / 2 {
            messages.removeFirst(head)
            head = 0
        }
    }

    /// Discards all messages and returns the number of payloads among them.
    package mutating func removeAll() -> Int {
        let payloads = measureMessages(messages, in: head..<messages.count).payloads
        messages = []
        resetFillLevels()
        return payloads
    }

    private mutating func resetFillLevels() {
        head = 0
        firstRun = 0
        runs.removeAll(keepingCapacity: true)
        for input in fills.indices { fills[input] = FillLevel() }
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
