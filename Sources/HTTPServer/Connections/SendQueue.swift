import Media
import SystemFiles

/// Bytes queued for a connection. Slices are shared, not copied.
struct SendQueue {
    private var slices: [ByteSlice] = []
    /// The number of bytes of the first slice that are sent.
    private var offset = 0
    /// The total number of bytes enqueued.
    private(set) var queued = 0
    /// The total number of bytes sent.
    private(set) var sent = 0
    /// The files of queued bytes that must not change.
    private var fixedFiles: [MappedFile] = []

    var isEmpty: Bool { slices.isEmpty }
    /// The number of bytes not yet sent.
    var count: Int { queued - sent }

    mutating func append(_ slice: ByteSlice) {
        guard slice.count > 0 else { return }
        slices.append(slice)
        queued += slice.count
        if let file = slice.fixedFile, fixedFiles.last !== file { fixedFiles.append(file) }
    }

    /// Returns the queued bytes and marks them as sent.
    mutating func drain() -> [ByteSlice] {
        defer { (slices, offset, sent, fixedFiles) = ([], 0, queued, []) }
        return slices
    }

    /// The result of sending.
    enum Progress: Hashable {
        case done
        /// The socket has room for more, but the budget is spent.
        case paused
        /// The socket has no room.
        case blocked
        case lost
    }

    /// Sends as much as the socket and the budget allow.
    mutating func flush(to stream: ByteStream, _ budget: inout TurnBudget) -> Progress {
        while !slices.isEmpty {
            guard budget.hasBytes else { return .paused }
            copyTail()
            guard fixedFiles.allSatisfy(\.isUnchanged) else { return .lost }
            let limit =
                fixedFiles.isEmpty || count <= Self.tailSize ? budget.bytes : min(budget.bytes, count - Self.tailSize)
            switch stream.write(slices, from: offset, limit: limit) {
            case .moved(let count):
                remove(count)
                budget.spend(bytes: count)
            case .wouldBlock: return .blocked
            case .ended, .failed: return .lost
            }
        }
        return .done
    }

    /// The maximum number of bytes that are copied before they are sent.
    private static let tailSize = 16 << 10

    /// Copies the last bytes if they are from files that must not change. The client considers a response complete when it
    /// has them, so that the files are verified after the last bytes were read.
    private mutating func copyTail() {
        guard !fixedFiles.isEmpty, count <= Self.tailSize, slices.contains(where: { $0.fixedFile != nil }) else {
            return
        }
        var rope = ByteRope()
        for (index, slice) in slices.enumerated() {
            rope.append(index == 0 ? slice.slice(offset..<slice.count) : slice)
        }
        (slices, offset) = ([rope.copy], 0)
    }

    private mutating func remove(_ count: Int) {
        sent += count
        offset += count
        var done = 0
        while done < slices.count, offset >= slices[done].count {
            offset -= slices[done].count
            done += 1
        }
        slices.removeFirst(done)
        if slices.isEmpty { fixedFiles = [] }
    }
}

extension ByteSlice {
    /// The file that contains the bytes, if it must not change; nil otherwise.
    var fixedFile: MappedFile? { (storage.file as? MappedFile).flatMap { $0.isFixed ? $0 : nil } }
}
