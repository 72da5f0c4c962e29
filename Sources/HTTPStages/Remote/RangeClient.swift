import HTTPClient
import Media
import OnDemand
import StageKit

/// Requests ranges of the objects of one location.
final class RangeClient: Sendable {
    /// The number of concurrent requests.
    private static let connections = 6
    /// The timeout of a request, in seconds.
    private static let seconds = 15

    let location: ObjectLocation
    private let engine = FetchEngine(connectionsPerHost: connections, connections: connections)
    private let settings: FetchSettings

    init(_ location: ObjectLocation) {
        self.location = location
        var settings = FetchSettings()
        (settings.policy.attempts, settings.policy.baseDelay) = (3, 0.2)
        (settings.policy.maximumDelay, settings.policy.maximumRetryAfter) = (1, 2)
        self.settings = settings
    }

    /// Receives the start of an object, unless the store sends more than it.
    private final class ProbeSink: FetchSink {
        private let content = MemorySink()
        private let limit: Int
        init(limit: Int) { self.limit = limit }
        var bytes: [UInt8] { content.bytes }

        func begin(_ head: ResponseHead) throws(TransferError) {
            guard head.status == 206, let range = head.contentRange, range.lowerBound == 0, range.count <= limit,
                let size = head.completeLength, size >= range.count
            else {
                throw TransferError(
                    .malformed, "the store does not send ranges, which movies require; enable range requests")
            }
            guard size <= ObjectFacts.limit else {
                throw TransferError(.tooLarge, "the object is larger than \(ObjectFacts.limit >> 40) TiB")
            }
            guard head.validator != nil else {
                throw TransferError(
                    .malformed,
                    "the store sends neither a strong ETag nor Last-Modified, by which versions are distinguished")
            }
            content.begin(head)
        }

        func write(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
            guard content.bytes.count + bytes.count <= limit else {
                throw TransferError(.malformed, "the response has more bytes than its range")
            }
            content.write(bytes)
        }
    }

    /// Returns the facts about an object and its first bytes; nil if there is no object.
    func probe(_ name: String, count: Int) async throws(StageError) -> (facts: ObjectFacts, start: [UInt8])? {
        let sink = ProbeSink(limit: count)
        do throws(TransferError) {
            let head = try await send(name, 0..<count, nil, into: sink)
            guard let head, let facts = ObjectFacts(head), facts.size > 0 else { return nil }
            return (facts, sink.bytes)
        } catch {
            // 416: an empty object.
            if [.status(404), .status(410), .status(416)].contains(error.kind) { return nil }
            throw failure(name, error)
        }
    }

    /// Fetches a range of a version of an object. Returns false if the store has another version.
    func fetch(
        _ name: String, _ facts: ObjectFacts, into sink: BlockSink
    ) async throws(StageError) -> Bool {
        sink.expect(facts)
        do throws(TransferError) {
            return try await send(name, sink.range, facts.validator, into: sink) != nil
        } catch {
            if error == ObjectFacts.otherVersion { return false }
            if [.status(404), .status(410), .status(412), .status(416)].contains(error.kind) { return false }
            throw failure(name, error)
        }
    }

    /// Sends a request, and again after transient failures. Returns nil for names outside of the location.
    private func send(
        _ name: String, _ range: Range<Int>, _ validator: String?, into sink: any FetchSink
    ) async throws(TransferError) -> ResponseHead? {
        var transfer = TransferState(policy: settings.policy)
        let loader = ResourceLoader(engine: engine, settings: settings, rules: FetchRules())
        while true {
            guard var request = location.request(for: name) else { return nil }
            (request.range, request.ifRange) = ((range.lowerBound, range.count), validator)
            // The sink compares the size with the range; the response for another version can have any size.
            request.limits.size = ObjectFacts.limit
            (request.limits.connectSeconds, request.limits.slowSeconds) = (5, 8)
            (request.limits.minimumRate, request.limits.totalSeconds) = (4 << 10, Self.seconds)
            do throws(TransferError) {
                return try await engine.fetch(request, into: sink).head
            } catch {
                // Clients do not wait for a second timeout.
                if error.kind == .timedOut { throw error }
                try await loader.wait(transfer.recordFailure(error, count: 0, random: settings.random()))
            }
        }
    }

    private func failure(_ name: String, _ error: TransferError) -> StageError {
        // Queries can contain secrets.
        let message = error.message.replacing(/\?[^' ]*/, with: "")
        let place = "\(location.text)\(name)"
        return StageError(
            error.kind == .timedOut ? .sourceTimedOut : .sourceFailed,
            message.contains(place) ? message : "'\(place)': \(message)")
    }
}
