import Glibc
import Media

/// A connection and the request on it that is being dealt with; requests that follow wait for its answer.
final class ClientConnection {
    enum State: Hashable {
        /// A header is read.
        case reading
        /// The answer waits for this resource.
        case waiting(OriginStore.Key)
        case sending
        /// All is said; what still comes is read and forgotten, so that the last answer is not lost on the way.
        case ending
    }

    let id: UInt64
    let stream: ByteStream
    var state = State.reading
    /// Whether another request may follow.
    var isPersistent = true
    /// Whether the other end sends no more.
    var hasPeerEnded = false
    /// What the poller watches it for.
    var interest: UInt32 = 0
    /// What was read and is not dealt with.
    private var input: [UInt8] = []
    /// Bytes of a body that are passed over.
    private var skipped = 0
    private var output: ArraySlice<ByteSlice> = []
    /// How much of the first slice is sent.
    private var sent = 0
    private var forgotten = 0
    /// What is read and forgotten at the end, in bytes.
    private static let mostForgotten = 256 << 10

    init(id: UInt64, stream: ByteStream) {
        self.id = id
        self.stream = stream
    }

    /// Whether reading stopped for want of room, and there is room now.
    private(set) var hasMore = false
    /// Whether something was read that is not dealt with.
    var hasInput: Bool { !input.isEmpty }

    /// Reads what is there, up to the length of a header and a little more; false where the connection is lost.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        hasMore = false
        while input.count <= RequestHead.longest {
            switch stream.read(into: buffer) {
            case .moved(let count):
                if state == .ending {
                    forgotten += count
                    if forgotten > Self.mostForgotten { return false }
                } else {
                    input.append(contentsOf: buffer.prefix(count))
                }
            case .wouldWait: return true
            case .ended:
                hasPeerEnded = true
                return true
            case .failed: return false
            }
        }
        hasMore = true
        return true
    }

    /// The next request, where all of it is there.
    func nextRequest() -> RequestHead.Reading {
        if skipped > 0 {
            let count = min(skipped, input.count)
            input.removeFirst(count)
            skipped -= count
        }
        // Some send a line too many behind a body (RFC 9112 2.2).
        while skipped == 0, input.starts(with: [0x0D, 0x0A]) { input.removeFirst(2) }
        guard skipped == 0, !input.isEmpty else { return .unfinished }
        let reading = RequestHead.read(input)
        if case .request(let head, let length) = reading {
            input.removeFirst(length)
            skipped = head.bodyLength
        }
        return reading
    }

    /// Nothing more will be answered.
    func end() {
        state = .ending
        input = []
        stream.endWriting()
    }

    func queue(_ slices: [ByteSlice]) {
        output = slices[...].filter { $0.count > 0 }[...]
        sent = 0
    }

    /// Sends as much as there is room for: true when all is sent, nil where the connection is lost.
    func flush() -> Bool? {
        while !output.isEmpty {
            switch stream.write(output, from: sent) {
            case .moved(var count):
                count += sent
                sent = 0
                while let slice = output.first, count >= slice.count {
                    count -= slice.count
                    output.removeFirst()
                }
                sent = output.isEmpty ? 0 : count
            case .wouldWait: return false
            case .ended, .failed: return nil
            }
        }
        return true
    }
}
