import Digests
import HTTPClient
import HTTPServer
import Media
import Synchronization

/// The content of a file to upload: complete, or growing while it is sent.
final class PushContent: FetchBody {
    /// Consecutive bytes of the file, and their location.
    struct Piece: Sendable {
        var bytes: ByteSlice
        var isOnDisk: Bool
        /// Whether the bytes belong to a file of another sink and therefore count against no limit.
        var isExternal = false
    }

    private struct State {
        var pieces: [Piece] = []
        /// The offset of each piece in the file.
        var starts: [Int] = []
        var count = 0
        var isComplete: Bool
        var digest: String?

        mutating func append(_ piece: Piece) {
            guard piece.bytes.count > 0 else { return }
            pieces.append(piece)
            starts.append(count)
            count += piece.bytes.count
        }
    }

    private let state: Mutex<State>

    /// Creates a file's content. If it is not complete, more pieces may be appended.
    init(_ pieces: [Piece], isComplete: Bool = true) {
        var state = State(isComplete: isComplete)
        for piece in pieces { state.append(piece) }
        self.state = Mutex(state)
    }

    /// Creates a complete content from bytes in memory.
    convenience init(_ bytes: ByteSlice) { self.init([Piece(bytes: bytes, isOnDisk: false)]) }

    var pieces: [Piece] { state.withLock { $0.pieces } }
    /// The current size in bytes.
    var count: Int { state.withLock { $0.count } }
    var isComplete: Bool { state.withLock { $0.isComplete } }
    var size: Int? { state.withLock { $0.isComplete ? $0.count : nil } }

    func append(_ piece: Piece) { state.withLock { $0.append(piece) } }

    /// Marks the content as complete.
    func complete() { state.withLock { $0.isComplete = true } }

    /// The SHA-256 digest in hexadecimal digits.
    var digest: String {
        state.withLock { state in
            if let known = state.digest, state.isComplete { return known }
            let digest = SHA256.text(of: state.pieces.map(\.bytes))
            state.digest = digest
            return digest
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int? {
        let found: (slice: ByteSlice, offset: Int)? = state.withLock { state in
            guard offset >= 0, offset < state.count else { return nil }
            var (low, high) = (0, state.starts.count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if state.starts[middle] <= offset { low = middle } else { high = middle }
            }
            return (state.pieces[low].bytes, offset - state.starts[low])
        }
        guard let found else { return isComplete ? 0 : nil }
        let count = min(buffer.count, found.slice.count - found.offset)
        found.slice.slice(found.offset..<(found.offset + count)).withUnsafeBytes { buffer.copyMemory(from: $0) }
        return count
    }
}
