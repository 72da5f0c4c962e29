import HTTPServer
import HTTPStages
import Testing

@testable import Operations

@Suite struct AdminOperationsTests {
    @Test func readingsDoNotWaitForOperations() async throws {
        let operations = AdminOperations()
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let (finished, finish) = AsyncStream.makeStream(of: ResourceKey.self)
        operations.onFinish { finish.yield($0) }
        let slow = try #require(
            operations.start {
                for await _ in released {}
                return HTTPResponse(202)
            })
        let reading = try #require(operations.startReading { HTTPResponse(200) })
        var keys = finished.makeAsyncIterator()
        #expect(await keys.next() == reading && operations.removeResponse(reading)?.status == 200)
        #expect(operations.removeResponse(slow) == nil)
        release.finish()
        #expect(await keys.next() == slow && operations.removeResponse(slow)?.status == 202)
        #expect(operations.removeResponse(slow) == nil)
    }

    @Test func responsesOfDisconnectedClientsAreDiscarded() async throws {
        let operations = AdminOperations()
        let (finished, finish) = AsyncStream.makeStream(of: ResourceKey.self)
        operations.onFinish { finish.yield($0) }
        var keys = finished.makeAsyncIterator()
        var all: [ResourceKey] = []
        for _ in 0..<AdminOperations.responseLimit + 2 {
            all.append(try #require(operations.startReading { HTTPResponse(200) }))
            _ = await keys.next()
        }
        #expect(all.filter { operations.removeResponse($0) != nil }.count == AdminOperations.responseLimit)
        #expect(operations.removeResponse(all[0]) == nil)
    }

    @Test func operationsBeyondTheLimitAreRejected() {
        let operations = AdminOperations()
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let keys = (0..<20).map { _ in
            operations.start {
                for await _ in released {}
                return HTTPResponse(200)
            }
        }
        #expect(keys.filter { $0 == nil }.count == 12)
        release.finish()
    }
}
