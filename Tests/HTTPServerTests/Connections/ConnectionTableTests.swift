import Media
import Testing

@testable import HTTPServer

/// Timeouts and eviction of connections.
@Suite struct ConnectionTableTests {
    private typealias Begin = (isWelcome: Bool, goes: Int?)

    private func seconds(_ count: Int) -> MonotonicTime { .zero + .seconds(count) }

    private func all(_ id: Int) -> [ConnectionTable<Int>.Overdue] { [.init(id: id, stream: nil)] }

    private func expect(
        _ expected: Begin, _ begin: Begin, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) { #expect(begin == expected, sourceLocation: sourceLocation) }

    @Test func connectionWithoutRequestTimesOut() {
        var table = ConnectionTable<Int>(limit: 8)
        _ = table.add(1, at: seconds(0))
        #expect(table.overdue(at: seconds(20)).isEmpty)
        #expect(table.overdue(at: seconds(21)) == all(1))
        table.beginRequest(1, at: seconds(20))
        table.beginResponse(1, bytes: 100, at: seconds(20))
        table.endRequest(1, at: seconds(20))
        #expect(table.overdue(at: seconds(95)).isEmpty, "the timeout between requests is longer")
        #expect(table.overdue(at: seconds(96)) == all(1))
        // The next header begins to arrive but does not end.
        table.beginReading(1, at: seconds(90))
        #expect(table.overdue(at: seconds(111)) == all(1))
    }

    @Test func heldRequestHasNoTimeoutUntilResponse() {
        var table = ConnectionTable<Int>(limit: 8)
        _ = table.add(1, at: seconds(0))
        table.beginRequest(1, at: seconds(0))
        #expect(table.overdue(at: seconds(1000)).isEmpty)
        table.beginResponse(1, bytes: 65_536 * 10, at: seconds(1000))
        #expect(table.overdue(at: seconds(1040)).isEmpty)
        #expect(
            table.overdue(at: seconds(1041)) == [.init(id: 1, stream: 0)],
            "10 s for the bytes, and 30 s for every client")
    }

    @Test func unreadResponseTimesOutBesideHeldRequest() {
        var table = ConnectionTable<Int>(limit: 8)
        _ = table.add(1, at: seconds(0))
        for stream: Int32 in [1, 3, 5] { table.beginRequest(1, stream: stream, at: seconds(0)) }
        table.beginResponse(1, stream: 3, bytes: 0, at: seconds(0))
        table.endRequest(1, stream: 5, at: seconds(0))
        #expect(table.requests == 2)
        #expect(table.overdue(at: seconds(31)) == [.init(id: 1, stream: 3)])
        table.endRequests(1, at: seconds(31))
        #expect(table.requests == 0 && table.overdue(at: seconds(100)).isEmpty)
    }

    @Test func longestIdleConnectionIsEvicted() {
        var table = ConnectionTable<Int>(limit: 2)
        expect((true, nil), table.add(1, at: seconds(0)))
        expect((true, nil), table.add(2, at: seconds(1)))
        expect((true, 1), table.add(3, at: seconds(2)))
        table.beginRequest(2, at: seconds(2))
        expect((true, 3), table.add(4, at: seconds(3)))
        table.beginRequest(4, at: seconds(3))
        expect((false, nil), table.add(5, at: seconds(4)))
        #expect(table.count == 2)
        table.remove(4)
        expect((true, nil), table.add(5, at: seconds(4)))
    }

    @Test func requestsAreCountedUntilTheyEnd() {
        var table = ConnectionTable<Int>(limit: 4)
        for id in 1...3 {
            _ = table.add(id, at: seconds(0))
            for stream: Int32 in [1, 3, 3] { table.beginRequest(id, stream: stream, at: seconds(0)) }
        }
        #expect(table.requests == 6)
        for _ in 0..<2 { table.endRequest(1, stream: 3, at: seconds(1)) }
        #expect(table.requests == 5)
        table.endRequests(2, at: seconds(1))
        table.remove(3)
        #expect(table.requests == 1)
        table.remove(1)
        table.beginRequest(1, at: seconds(2))
        #expect(table.requests == 0)
    }

    @Test func unknownConnectionsAreIgnored() {
        var table = ConnectionTable<Int>(limit: 2)
        table.beginRequest(1, at: seconds(0))
        table.endRequest(1, at: seconds(0))
        table.remove(1)
        #expect(table.count == 0 && table.overdue(at: .distantFuture).isEmpty)
    }
}
