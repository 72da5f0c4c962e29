import Glibc
import Media

/// The bytes of a connection, without waiting.
final class ByteStream {
    /// What came of reading or writing.
    enum Outcome: Hashable {
        case moved(Int)
        /// Nothing can be moved now.
        case wouldWait
        /// The other end sends no more.
        case ended
        case failed
    }

    let descriptor: Int32
    private let encryption: TLSSession?

    /// Takes the descriptor over; nil where there is no memory for its encryption.
    init?(_ descriptor: Int32, _ credentials: TLSCredentials? = nil) {
        self.descriptor = descriptor
        encryption = credentials.flatMap { TLSSession(descriptor, $0) }
        if credentials != nil, encryption == nil { return nil }
    }

    deinit { close(descriptor) }

    /// Whether there has to be room to write before anything can be read.
    var wantsToWrite: Bool { encryption?.wantsToWrite ?? false }
    /// Whether something is decrypted already and was not read.
    var hasDecrypted: Bool { encryption?.hasDecrypted ?? false }
    /// Whether both ends agreed on HTTP/2 when they agreed on encryption; nil where they agreed on nothing.
    var isHTTP2: Bool? { encryption?.isHTTP2 }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        if let encryption { return encryption.read(into: buffer) }
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            if errno != EINTR { return errno == EAGAIN ? .wouldWait : .failed }
        }
    }

    /// Writes from `offset` in the first slice on, as much as there is room for; without encryption `limit` bytes at most,
    /// with it one record.
    func write(_ slices: [ByteSlice], from offset: Int, limit: Int) -> Outcome {
        if let encryption { return encryption.write(slices, from: offset) }
        var vectors: [iovec] = []
        var rest = limit
        for slice in slices.prefix(64) where rest > 0 {
            slice.withUnsafeBytes { bytes in
                let start = vectors.isEmpty ? offset : 0
                let count = min(rest, bytes.count - start)
                vectors.append(
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.advanced(by: start),
                        iov_len: count))
                rest -= count
            }
        }
        return withExtendedLifetime(slices) {
            vectors.withUnsafeMutableBufferPointer { vectors in
                var message = msghdr()
                message.msg_iov = vectors.baseAddress
                message.msg_iovlen = vectors.count
                while true {
                    let count = sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                    if count >= 0 { return .moved(count) }
                    if errno != EINTR { return errno == EAGAIN ? .wouldWait : .failed }
                }
            }
        }
    }

    /// Limits what the kernel queues beyond what it can send at once: over HTTP/2 what is urgent overtakes the rest, and a
    /// client with a tiny receive window occupies no megabytes of kernel memory.
    func keepQueueShort() {
        var bytes: Int32 = 128 << 10
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Nothing more will be written.
    func endWriting() {
        encryption?.end()
        shutdown(descriptor, Int32(SHUT_WR))
    }
}
