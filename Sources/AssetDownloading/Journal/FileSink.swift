import Glibc
package import HLS
package import HTTPClient
import Synchronization

/// Puts the bytes of an answer where they belong in the folder, and says in the journal how far it is.
package final class FileSink: FetchSink {
    /// Bytes between two entries of the journal for one place.
    private static let checkpoint = 8 << 20
    /// Bytes between two reports to the watcher.
    private static let report = 256 << 10

    private struct State {
        var digest = Digest()
        /// Bytes at the place.
        var count = 0
        /// Bytes of the answer that come before those that are wanted.
        var skip = 0
        var recorded = 0
        /// What the watcher knows of.
        var reported = 0
        var validator: String?
        /// How many bytes the answer will bring to the place; nil when it does not say.
        var total: Int?
        var isFinished = false
    }

    private let store: DownloadStore
    private let place: LocalPlace
    private let origin: UInt64
    /// The bytes of the resource that are wanted; nil for all.
    private let range: ByteRange?
    private let check: ContentCheck
    private let file: Int32
    private let state: Mutex<State>
    private let onBytes: @Sendable (_ count: Int, _ total: Int?) -> Void

    /// Goes on behind `begun` bytes; `onBytes` is told how many bytes are there and how many there will be.
    package init(
        _ store: DownloadStore, _ place: LocalPlace, origin: UInt64, range: ByteRange?, check: ContentCheck,
        after begun: (entry: DownloadJournal.Entry, digest: Digest)?,
        onBytes: @escaping @Sendable (_ count: Int, _ total: Int?) -> Void
    ) throws(AssetDownloadError) {
        self.store = store
        self.place = place
        self.origin = origin
        self.range = range
        self.check = check
        self.onBytes = onBytes
        file = try store.folder.open(place.path)
        var state = State()
        if let begun {
            state.digest = begun.digest
            state.count = begun.entry.count
            state.recorded = begun.entry.count
            state.validator = begun.entry.validator
        }
        self.state = Mutex(state)
    }

    deinit { close(file) }

    /// Whether all bytes are in their place and the journal says so.
    package var isFinished: Bool { state.withLock { $0.isFinished } }
    /// Bytes at the place.
    package var count: Int { state.withLock { $0.count } }

    package func begin(_ head: ResponseHead) throws(TransferError) {
        do throws(AssetDownloadError) { try prepare(for: head) } catch { throw TransferError(error) }
    }

    package func take(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        do throws(AssetDownloadError) { try store(bytes) } catch { throw TransferError(error) }
    }

    private func prepare(for head: ResponseHead) throws(AssetDownloadError) {
        try state.withLock { (state) throws(AssetDownloadError) in
            let first = (range?.offset ?? 0) + state.count
            switch head.status {
            case 206:
                guard let sent = head.contentRange, sent.lowerBound == first else {
                    throw AssetDownloadError(.malformed, "the server sends other bytes than were asked for")
                }
                state.total = range?.length ?? sent.upperBound
            default:
                // The whole resource, although perhaps a range was asked for: from the beginning.
                state = State()
                state.skip = range?.offset ?? 0
                state.total = range?.length ?? (head.isEncoded ? nil : head.contentLength)
            }
            state.validator = head.isEncoded ? nil : head.validator
            report(&state)
        }
    }

    private func store(_ bytes: UnsafeRawBufferPointer) throws(AssetDownloadError) {
        try state.withLock { (state) throws(AssetDownloadError) in
            let skipped = min(state.skip, bytes.count)
            state.skip -= skipped
            var wanted = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
            if let length = range?.length {
                wanted = UnsafeRawBufferPointer(rebasing: wanted.prefix(length - state.count))
            }
            try OfflineFolder.write(wanted, to: file, at: place.offset + state.count, name: place.path)
            state.digest.take(wanted)
            state.count += wanted.count
            if state.count - state.reported >= Self.report || state.count == state.total { report(&state) }
            // The journal says so in the same breath: a crash later costs nothing of this.
            if state.count == state.total { try finish(&state) }
            if let length = range?.length, state.count == length, skipped + wanted.count < bytes.count {
                throw AssetDownloadError(.cancelled, "the server sends more than the range, which is not needed")
            }
            if !state.isFinished, state.count - state.recorded >= Self.checkpoint, state.validator != nil {
                try store.record(entry(state))
                state.recorded = state.count
            }
        }
    }

    /// The answer has ended; throws when it was not all.
    package func end() throws(AssetDownloadError) {
        try state.withLock { (state) throws(AssetDownloadError) in
            if let total = state.total, state.count < total {
                throw AssetDownloadError(.malformed, "the resource has \(state.count) bytes where \(total) are wanted")
            }
            report(&state)
            try finish(&state)
        }
    }

    /// Says in the journal what is there of an answer that broke off, so that the next attempt goes on behind it.
    package func suspend() throws(AssetDownloadError) {
        try state.withLock { (state) throws(AssetDownloadError) in
            report(&state)
            guard !state.isFinished, state.count > state.recorded, state.validator != nil else { return }
            try store.record(entry(state))
            state.recorded = state.count
        }
    }

    private func report(_ state: inout State) {
        guard state.count != state.reported || state.count == 0 else { return }
        state.reported = state.count
        onBytes(state.count, state.total)
    }

    private func finish(_ state: inout State) throws(AssetDownloadError) {
        guard !state.isFinished else { return }
        if let problem = check.problem(count: state.count, head: try head(state.count)) {
            // Nothing to resume: the journal is to know of none of these bytes.
            state.validator = nil
            throw problem
        }
        if range == nil, ftruncate(file, off_t(state.count)) != 0 { throw OfflineFolder.failure(place.path, errno) }
        state.isFinished = true
        try store.record(entry(state))
    }

    /// The first bytes at the place, of which there are `count`.
    private func head(_ count: Int) throws(AssetDownloadError) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: min(count, ContentCheck.headSize))
        let read = pread(file, &head, head.count, off_t(place.offset))
        guard read == head.count else { throw OfflineFolder.failure(place.path, read < 0 ? errno : EIO) }
        return head
    }

    private func entry(_ state: State) -> DownloadJournal.Entry {
        DownloadJournal.Entry(
            place: place, origin: origin, count: state.count, digest: state.digest.value,
            isFinished: state.isFinished, validator: state.validator)
    }
}
