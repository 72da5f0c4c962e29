import Media
import StageKit

/// The messages of a link in arrival order, with a fill level for each track of each input.
struct ArrivalOrder<Content: Payload>: Sendable {
    /// One track of one input; also the payloads of one input that belong to no track.
    private struct Lane: Sendable {
        let input: Int
        let track: Track.ID?
        var fill = FillLevel()
    }

    /// Smaller batches are copied into the buffer of the queue, which stays allocated.
    private static var minimumSharedCount: Int { 32 }

    private var messages: [Message<Content>] = []
    private var head = 0
    /// The inputs that the messages come from, run-length encoded.
    private var runs: [(input: Int, count: Int)] = []
    private var firstRun = 0
    private var lanes: [Lane] = []

    init() {}

    /// The number of queued messages.
    var count: Int { messages.count - head }

    /// The highest fill levels of the tracks of an input.
    func fill(of input: Int) -> HighWaterMark.Batch {
        lanes.reduce(into: HighWaterMark.Batch()) { if $1.input == input { $0.raise(to: $1.fill) } }
    }

    func fill(of input: Int, _ track: Track.ID?) -> FillLevel {
        lanes.first { $0.input == input && $0.track == track }?.fill ?? FillLevel()
    }

    /// Whether a track of an input has reached a limit.
    func reaches(_ limits: LinkLimits, _ input: Int) -> Bool {
        lanes.contains { $0.input == input && $0.fill.reaches(limits) }
    }

    /// Appends messages of one input, and records the highest fill level of a track.
    mutating func append(
        _ batch: [Message<Content>], _ measure: BatchMeasure, from input: Int, _ highWater: inout HighWaterMark
    ) {
        if batch.isEmpty || replacesGap(batch, input) { return }
        if let last = runs.indices.last, last >= firstRun, runs[last].input == input {
            runs[last].count += batch.count
        } else {
            runs.append((input, batch.count))
        }
        fillLanes(batch, measure, input, &highWater)
        if messages.isEmpty, batch.count >= Self.minimumSharedCount {
            messages = batch
        } else {
            messages.append(contentsOf: batch)
        }
    }

    /// Moves up to `maximum` messages from the front into `batch`, which is empty on entry.
    mutating func dequeue(into batch: inout [Message<Content>], upTo: Int) {
        if head == 0, messages.count <= upTo {
            swap(&batch, &messages)
            reset()
            return
        }
        let end = min(messages.count, head + upTo)
        batch.append(contentsOf: messages[head..<end])
        drainLanes(head..<end)
        head = end
        if head == messages.count {
            messages.removeAll(keepingCapacity: true)
            reset()
        } else if head > messages.count / 2 {
            messages.removeFirst(head)
            head = 0
        }
    }

    /// Discards all messages and returns the number of payloads among them.
    mutating func removeAll() -> Int {
        let payloads = measureMessages(messages, in: head..<messages.count).payloads
        messages = []
        reset()
        return payloads
    }

    private mutating func reset() {
        head = 0
        firstRun = 0
        runs.removeAll(keepingCapacity: true)
        lanes.removeAll(keepingCapacity: true)
    }

    /// Replaces a gap at the end of the queue by a later gap of the same track, so that a long loss does not fill the
    /// queue. Gaps of other tracks may follow it.
    private mutating func replacesGap(_ batch: [Message<Content>], _ input: Int) -> Bool {
        guard batch.count == 1, case .gap(let track, _) = batch[0] else { return false }
        guard let run = runs.last, run.input == input, runs.count > firstRun else { return false }
        for index in messages.indices.suffix(run.count).reversed() {
            guard case .gap(let other, _) = messages[index] else { return false }
            if other == track {
                messages[index] = batch[0]
                return true
            }
        }
        return false
    }
}

// The fill levels of the lanes.
extension ArrivalOrder {
    private mutating func fillLanes(
        _ batch: [Message<Content>], _ measure: BatchMeasure, _ input: Int, _ highWater: inout HighWaterMark
    ) {
        if endOfTrackRun(batch, from: 0, to: batch.count) == batch.count {
            let index = lane(input, batch[0].laneTrack)
            let before = lanes[index].fill
            lanes[index].fill.add(batch.count, measure)
            return highWater.record(lanes[index].fill, before: before)
        }
        let before = lanes.map(\.fill)
        var start = 0
        while start < batch.count {
            let end = endOfTrackRun(batch, from: start, to: batch.count)
            let index = lane(input, batch[start].laneTrack)
            lanes[index].fill.add(end - start, measureMessages(batch, in: start..<end))
            start = end
        }
        for index in lanes.indices where lanes[index].input == input {
            highWater.record(lanes[index].fill, before: index < before.count ? before[index] : FillLevel())
        }
    }

    private mutating func drainLanes(_ range: Range<Int>) {
        var position = range.lowerBound
        while position < range.upperBound {
            let count = min(runs[firstRun].count, range.upperBound - position)
            drainLanes(position..<position + count, of: runs[firstRun].input)
            runs[firstRun].count -= count
            if runs[firstRun].count == 0 { firstRun += 1 }
            position += count
        }
        if firstRun > 64, firstRun > runs.count / 2 {
            runs.removeFirst(firstRun)
            firstRun = 0
        }
    }

    private mutating func drainLanes(_ range: Range<Int>, of input: Int) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = endOfTrackRun(messages, from: start, to: range.upperBound)
            let index = lane(input, messages[start].laneTrack)
            lanes[index].fill.remove(end - start, measureMessages(messages, in: start..<end))
            start = end
        }
    }

    private mutating func lane(_ input: Int, _ track: Track.ID?) -> Int {
        if let index = lanes.firstIndex(where: { $0.input == input && $0.track == track }) { return index }
        lanes.append(Lane(input: input, track: track))
        return lanes.count - 1
    }
}
