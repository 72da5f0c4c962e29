import AVFoundationCompatibility
import Synchronization

/// Feeds an input with AVFoundation's loop: a block that is called when the input is ready.
struct SampleSupply: Sendable {
    let input: AVAssetWriterInput
    let queue: DispatchQueue

    init(_ input: AVAssetWriterInput, label: String = "supply") {
        self.input = input
        queue = DispatchQueue(label: label)
    }

    /// Appends buffers until there are none or the writer accepts no more, and then leaves the group.
    func supply(_ next: @escaping @Sendable (Int) -> CMSampleBuffer?, to group: DispatchGroup) {
        let position = SupplyPosition()
        group.enter()
        input.requestMediaDataWhenReady(on: queue) { [input] in
            while input.isReadyForMoreMediaData {
                guard let buffer = next(position.index), input.append(buffer) else {
                    input.markAsFinished()
                    group.leave()
                    return
                }
                position.advance()
            }
        }
    }
}

/// The number of the next buffer of a supply.
private final class SupplyPosition: Sendable {
    private let next = Mutex(0)
    var index: Int { next.withLock { $0 } }
    func advance() { next.withLock { $0 += 1 } }
}

extension DispatchGroup {
    /// Waits until all supplies have left the group.
    func finished() async {
        await withCheckedContinuation { continuation in
            notify(queue: DispatchQueue(label: "finished")) { continuation.resume() }
        }
    }
}
