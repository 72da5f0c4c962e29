import Foundation
import Media
import SystemFiles
import Testing

@testable import HTTPServer

@Suite struct SendQueueTests {
    /// Sends a mapped file, which `change` changes after the first bytes. Returns the number of sent bytes.
    private func send(_ count: Int, fixed: Bool, _ change: (FileHandle) throws -> Void) throws -> Int {
        let file = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        try Data(repeating: 1, count: count).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let mapped = try MappedFile(path: file.path, access: .random)
        if fixed { mapped.expectNoChange() }
        var sockets: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &sockets) == 0)
        defer { close(sockets[1]) }
        let stream = try #require(ByteStream(sockets[0]))
        var queue = SendQueue()
        queue.append(mapped.content)
        var received: [UInt8] = []
        func drain() {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = recv(sockets[1], &buffer, buffer.count, 0), count > 0 {
                received += buffer[..<count]
            }
        }
        var isChanged = false
        while true {
            var budget = TurnBudget()
            budget.spend(bytes: budget.bytes - (16 << 10))
            let progress = queue.flush(to: stream, &budget)
            drain()
            if progress == .done || progress == .lost { break }
            guard !isChanged else { continue }
            isChanged = true
            let handle = try FileHandle(forWritingTo: file)
            try change(handle)
            try handle.close()
        }
        if fixed { #expect(received.allSatisfy { $0 == 1 }) }
        return received.count
    }

    @Test(arguments: [10_000, 300_000]) func changedFileIsNotSentToItsEnd(count: Int) throws {
        let overwrite: (FileHandle) throws -> Void = { try $0.write(contentsOf: Data(repeating: 2, count: count)) }
        #expect(try send(count, fixed: true) { _ in } == count)
        #expect(try send(count, fixed: true, overwrite) < count || count <= 16 << 10)
        // Files of recordings grow.
        #expect(
            try send(count, fixed: false) {
                try $0.seekToEnd(); try $0.write(contentsOf: Data([2]))
            } == count)
    }
}
