import Glibc
package import HLS
package import HTTPClient
import Synchronization

/// Writes the bytes of a response to their location in the folder, and records progress in the journal.
package final class FileSink: FetchSink {
    /// Bytes between two journal entries for one location.
    private static let checkpointInterval = 8 << 20
    /// Bytes between two progress reports.
    private static let reportInterval = 256 << 10

    private struct State {
        var digest = Digest()
        /// Bytes at the location.
        var count = 0
        /// Bytes of the response to skip before the requested range.
        var skip = 0
        var recorded = 0
        /// The byte count of the last progress report.
        var reported = 0
        var validator: String?
        /// The expected number of bytes at the location; nil if unknown.
        var total: Int?
        var isFinished = false
    }

    private let store: DownloadStore
    private let place: LocalPlace
    private let origin: UInt64
    /// The requested byte range; nil for the complete resource.
    private let range: ByteRange?
    private let check: ContentCheck
    /// The maximum number of bytes of a response without a length.
    private let undeclaredSize: Int
    private let file: Int32
    private let state: Mutex<State>
    private let onBytes: @Sendable (_ count: Int, _ total: Int?) -> Void

    /// Continues after the `begun` bytes; `onBytes` receives the current and the expected number of bytes.
    package init(
        _ store: DownloadStore, _ place: LocalPlace, origin: UInt64, range: ByteRange?, check: ContentCheck,
        undeclaredSize: Int = .max,
        after begun: (entry: DownloadJournal.Entry, digest: Digest)?,
        onBytes: @escaping @Sendable (_ count: Int, _ total: Int?) -> Void
    ) throws(AssetDownloadError) {
        self.store = store
        self.place = place
        self.origin = origin
        self.range = range
        self.check = check
        self.undeclaredSize = undeclaredSize
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

    /// Whether all bytes are written and recorded in the journal.
    package var isFinished: Bool { state.withLock { $0.isFinished } }
    /// Bytes at the location.
    package var count: Int { state.withLock { $0.count } }

    package func begin(_ head: ResponseHead) throws(TransferError) {
        do throws(AssetDownloadError) { try prepare(for: head) } catch { throw TransferError(error) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        do throws(AssetDownloadError) { try store(bytes) } catch { throw TransferError(error) }
    }

    private func prepare(for head: ResponseHead) throws(AssetDownloadError) {
        try state.withLock { (state) throws(AssetDownloadError) in
            let first = (range?.offset ?? 0) + state.count
            switch head.status {
            case 206:
                guard let sent = head.contentRange, sent.lowerBound == first else {
                    throw AssetDownloadError(.malformed, "the server sent a different range than requested")
                }
                state.total = range?.length ?? sent.upperBound
            default:
                // The complete resource, although a range may have been requested.
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
            var needed = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
            if let length = range?.length {
                needed = UnsafeRawBufferPointer(rebasing: needed.prefix(length - state.count))
            }
            guard state.total != nil || state.count + needed.count <= undeclaredSize else {
                throw AssetDownloadError(
                    .tooLarge,
                    "\(check.name) exceeds the limit of \(undeclaredSize) bytes for resources whose length the server does not "
                        + "declare")
            }
            try OfflineFolder.write(needed, to: file, at: place.offset + state.count, name: place.path)
            state.digest.update(needed)
            state.count += needed.count
            if state.count - state.reported >= Self.reportInterval || state.count == state.total { report(&state) }
            // Recorded immediately, so that a later crash loses nothing.
            if state.count == state.total { try finish(&state) }
            if let length = range?.length, state.count == length, skipped + needed.count < bytes.count {
                throw AssetDownloadError(.cancelled, "the server sent more than the requested range")
            }
            if !state.isFinished, state.count - state.recorded >= Self.checkpointInterval, state.validator != nil {
                try store.record(entry(state))
                state.recorded = state.count
            }
        }
    }

    /// Ends the response; throws if it is incomplete.
    package func end() throws(AssetDownloadError) {
        try state.withLock { (state) throws(AssetDownloadError) in
            if let total = state.total, state.count < total {
                throw AssetDownloadError(.malformed, "the resource has \(state.count) bytes instead of \(total)")
            }
            report(&state)
            try finish(&state)
        }
    }

    /// Records the state of an interrupted response, so that the next attempt continues after it.
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
            // The bytes are invalid, so the journal must not record them for resuming.
            state.validator = nil
            throw problem
        }
        if range == nil, ftruncate(file, off_t(state.count)) != 0 { throw OfflineFolder.failure(place.path, errno) }
        state.isFinished = true
        try store.record(entry(state))
    }

    /// Returns the first of `count` bytes at the location.
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
