import HTTPClient
import OnDemand
import StageKit
import Synchronization

/// Writes the bytes of a range request into the file of an object, and computes the checksums of the blocks.
final class BlockSink: FetchSink {
    private struct State {
        var received = 0
        var checksums: [UInt32] = []
    }

    private let files: BlockFiles
    let range: Range<Int>
    private let state = Mutex(State())
    /// The version that the response must have; set before the request.
    private let expected = Mutex<ObjectFacts?>(nil)

    init(_ files: BlockFiles, _ range: Range<Int>) { (self.files, self.range) = (files, range) }

    func expect(_ facts: ObjectFacts) { expected.withLock { $0 = facts } }

    func begin(_ head: ResponseHead) throws(TransferError) {
        state.withLock { $0 = State() }
        guard head.status == 206, head.contentRange == range else { throw ObjectFacts.otherVersion }
        if let facts = expected.withLock({ $0 }), ObjectFacts(head) != facts { throw ObjectFacts.otherVersion }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        let isWritten: Bool? = state.withLock { (state) -> Bool? in
            guard state.received + bytes.count <= range.count else { return nil }
            guard files.write(bytes, at: range.lowerBound + state.received) else { return false }
            var rest = bytes[...]
            while !rest.isEmpty {
                let filled = state.received % BlockFiles.blockSize
                if filled == 0 { state.checksums.append(0) }
                let part = rest.prefix(BlockFiles.blockSize - filled)
                let last = state.checksums.count - 1
                state.checksums[last] = BlockFiles.checksum(
                    UnsafeRawBufferPointer(rebasing: part), after: state.checksums[last])
                state.received += part.count
                rest = rest.dropFirst(part.count)
            }
            return true
        }
        guard let isWritten else { throw TransferError(.malformed, "the response has more bytes than its range") }
        if !isWritten { throw TransferError(.disk, "the cache cannot be written; free some space") }
    }

    /// Receives bytes that another request has fetched.
    func receive(_ bytes: [UInt8]) throws(StageError) {
        let failure = bytes.withUnsafeBytes { bytes -> TransferError? in
            do throws(TransferError) {
                try write(bytes)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw StageError(.unwritableOutput, failure.message) }
    }

    /// Returns the checksums of the blocks. Throws unless all bytes were received.
    func finish() throws(StageError) -> [UInt32] {
        let (received, checksums) = state.withLock { ($0.received, $0.checksums) }
        guard received == range.count else {
            throw StageError(.sourceFailed, "the store sent \(received) of \(range.count) bytes")
        }
        return checksums
    }
}
