import Glibc
import Media

/// A non-blocking byte stream over a socket, optionally encrypted.
final class ByteStream {
    /// The result of a read or a write.
    enum Outcome: Hashable {
        case moved(Int)
        /// The operation would block.
        case wouldBlock
        /// The peer has closed its sending side.
        case ended
        case failed
    }

    let descriptor: Int32
    /// The hash of the peer's IP address; 0 for a Unix socket.
    let peer: Int
    private let encryption: TLSSession?

    /// Takes ownership of the descriptor. Returns nil if no TLS session can be allocated.
    init?(_ descriptor: Int32, _ credentials: TLSCredentials? = nil, peer: Int = 0) {
        self.descriptor = descriptor
        self.peer = peer
        encryption = credentials.flatMap { TLSSession(descriptor, $0) }
        if credentials != nil, encryption == nil { return nil }
    }

    deinit { close(descriptor) }

    /// Whether the socket must be writable before the next read can proceed.
    var wantsToWrite: Bool { encryption?.wantsToWrite ?? false }
    /// Whether decrypted bytes are waiting to be read.
    var hasDecrypted: Bool { encryption?.hasDecrypted ?? false }
    /// Whether ALPN selected HTTP/2; nil if the stream is not encrypted or no protocol was selected.
    var isHTTP2: Bool? { encryption?.isHTTP2 }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        if let encryption { return encryption.read(into: buffer) }
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            if errno != EINTR { return errno == EAGAIN ? .wouldBlock : .failed }
        }
    }

    /// The minimum size of a slice of a file that the kernel sends from its page cache. Copying fewer bytes costs less
    /// than a separate system call.
    private static let minimumFileBytes = 16 << 10
    /// The maximum number of slices in one message.
    private static let maxVectors = 64

    /// Writes without blocking, starting at `offset` in the first slice: at most `limit` bytes without encryption, one
    /// record with it. Without encryption, large slices of files are not copied.
    func write(_ slices: [ByteSlice], from offset: Int, limit: Int) -> Outcome {
        if let encryption { return encryption.write(slices, from: offset) }
        guard let first = slices.first else { return .moved(0) }
        if let file = Self.file(of: first) { return send(file, first, from: offset, limit: limit) }
        return withExtendedLifetime(slices) {
            withUnsafeTemporaryAllocation(of: iovec.self, capacity: Self.maxVectors) { vectors in
                var (count, rest, isFollowedByFile) = (0, limit, false)
                for slice in slices where rest > 0 && count < vectors.count {
                    isFollowedByFile = Self.file(of: slice) != nil
                    if isFollowedByFile { break }
                    slice.withUnsafeBytes { bytes in
                        let start = count == 0 ? offset : 0
                        let length = min(rest, bytes.count - start)
                        vectors[count] = iovec(
                            iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.advanced(by: start),
                            iov_len: length)
                        count += 1
                        rest -= length
                    }
                }
                // The bytes of the file follow in the same packet.
                let flags = Int32(MSG_NOSIGNAL) | (isFollowedByFile ? Int32(MSG_MORE) : 0)
                var message = msghdr()
                message.msg_iov = vectors.baseAddress
                message.msg_iovlen = count
                return outcome { sendmsg(descriptor, &message, flags) }
            }
        }
    }

    private func send(_ file: any FileBacking, _ slice: ByteSlice, from offset: Int, limit: Int) -> Outcome {
        var position = off_t(slice.offset + offset)
        let count = min(limit, slice.count - offset)
        let result = outcome { sendfile(descriptor, file.descriptor, &position, count) }
        // The file has become shorter.
        return result == .moved(0) && count > 0 ? .failed : result
    }

    /// The file from which the kernel sends a slice. It sends the content at the time of sending, so that files that must not
    /// change are copied.
    private static func file(of slice: ByteSlice) -> (any FileBacking)? {
        slice.count >= minimumFileBytes && slice.fixedFile == nil ? slice.storage.file : nil
    }

    private func outcome(_ call: () -> Int) -> Outcome {
        while true {
            let count = call()
            if count >= 0 { return .moved(count) }
            if errno != EINTR { return errno == EAGAIN ? .wouldBlock : .failed }
        }
    }

    /// Limits the unsent bytes that the kernel buffers. Over HTTP/2 urgent responses can then overtake others, and a
    /// client with a tiny receive window does not occupy megabytes of kernel memory.
    func limitUnsentBytes() {
        var bytes: Int32 = 128 << 10
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Limits the rate at which the kernel sends, in bytes per second; nil for no limit.
    func limitRate(_ rate: Int?) {
        var rate = rate.map { UInt32(clamping: $0) } ?? .max
        setsockopt(descriptor, SOL_SOCKET, Self.maximumPacingRate, &rate, socklen_t(MemoryLayout<UInt32>.size))
    }

    /// `SO_MAX_PACING_RATE`, which the Swift overlay of the C library does not export.
    private static let maximumPacingRate: Int32 = 47

    /// Closes the sending side.
    func endWriting() {
        encryption?.end()
        shutdown(descriptor, Int32(SHUT_WR))
    }
}
