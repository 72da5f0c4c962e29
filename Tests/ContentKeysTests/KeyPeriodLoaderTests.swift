import ContentKeys
import ContentProtection
import Media
import StageTesting
import Synchronization
import Testing

struct KeyPeriodLoaderTests {
    /// Keys of periods, with failures that tests set.
    private final class Server: KeyProvider {
        private struct State {
            var failure: ProtectionError?
            var requests: [Int] = []
        }
        private let state = Mutex(State())
        let isConstant = false
        /// Whether all periods have the same KID.
        let repeatsIdentifier: Bool

        init(repeatsIdentifier: Bool = false) { self.repeatsIdentifier = repeatsIdentifier }

        func fail(_ error: ProtectionError?) { state.withLock { $0.failure = error } }
        var requests: [Int] { state.withLock { $0.requests } }

        func keys(ofPeriod period: Int) throws(ProtectionError) -> KeySet {
            let failure = state.withLock { state in
                state.requests.append(period)
                return state.failure
            }
            if let failure { throw failure }
            return try KeyPeriodLoaderTests.keys(period, id: repeatsIdentifier ? 0 : period)
        }
    }

    /// The same keys in all periods, although the source could have others.
    private struct ConstantServer: KeyProvider {
        let isConstant = false
        func keys(ofPeriod period: Int) throws(ProtectionError) -> KeySet { try KeyPeriodLoaderTests.keys(7, id: 7) }
    }

    private static func keys(_ period: Int, id: Int) throws(ProtectionError) -> KeySet {
        guard let id = KeyIdentifier([UInt8](repeating: UInt8(id), count: 16)) else { throw .noMemory }
        let bytes = [UInt8](repeating: UInt8(period), count: 16)
        return try bytes.withUnsafeBufferPointer { bytes throws(ProtectionError) in
            try KeySet([ContentKey(id: id, key: UnsafeRawBufferPointer(bytes))])
        }
    }

    private func loader(
        _ server: Server, _ clock: VirtualClock, _ report: @escaping @Sendable (KeyLoadEvent) -> Void = { _ in }
    ) -> KeyPeriodLoader {
        var settings = KeyLoadSettings()
        settings.attempts = 3
        settings.continuation = .seconds(60)
        settings.random = { 0 }
        return KeyPeriodLoader(server, settings: settings, clock: clock, report: report)
    }

    /// The period whose keys media of `period` would be encrypted with; nil if it must not be published.
    private func used(_ loader: KeyPeriodLoader, _ period: Int) -> Int? {
        switch loader.keys(ofPeriod: period) {
        case .ready(let keys): keys.keys[0].id.bytes.first.map(Int.init)
        case .continued(let keys, let former, _, _):
            keys.keys[0].id.bytes.first.map(Int.init) == former ? former : -1
        case .unavailable: nil
        }
    }

    @Test func keysAreLoadedOnePeriodAhead() async throws {
        let (server, clock) = (Server(), VirtualClock())
        let loader = loader(server, clock)
        #expect(try await loader.loadedKeys(ofPeriod: 4).keys.count == 1)
        await clock.advanceInTurn(by: .milliseconds(1))
        #expect(server.requests == [4, 5])
        #expect(used(loader, 4) == 4)
        #expect(used(loader, 5) == 5)
        await clock.advanceInTurn(by: .milliseconds(1))
        #expect(server.requests == [4, 5, 6])
    }

    @Test func currentKeysContinueForALimitedTimeWhileTheServerIsDown() async throws {
        let (server, clock) = (Server(), VirtualClock())
        let events = Mutex<[KeyLoadEvent]>([])
        let loader = loader(server, clock) { event in events.withLock { $0.append(event) } }
        _ = try await loader.loadedKeys(ofPeriod: 0)
        server.fail(.keyServer("down"))
        await clock.advanceInTurn(by: .milliseconds(1))
        #expect(used(loader, 0) == 0)
        // Retries continue, with delays of at most half of 20 s without chance.
        await clock.advanceInTurn(by: .seconds(30))
        #expect(server.requests.count > 5)
        #expect(used(loader, 1) == 0)
        await clock.advanceInTurn(by: .seconds(59))
        #expect(used(loader, 1) == 0)
        await clock.advanceInTurn(by: .seconds(2))
        #expect(used(loader, 1) == nil)
        // Also for a later period: the time counts from the first one without keys.
        #expect(used(loader, 2) == nil)
        server.fail(nil)
        await clock.advanceInTurn(by: .seconds(20))
        #expect(used(loader, 2) == 2)
        let failures = events.withLock { $0 }.contains { event in
            if case .loaded(period: 1, let failures) = event { failures > 5 } else { false }
        }
        #expect(failures)
    }

    @Test func firstKeysFailAfterTheAttemptsOfThePolicy() async throws {
        let (server, clock) = (Server(), VirtualClock(advancesOnSleep: true))
        server.fail(.keyServer("down"))
        let loader = loader(server, clock)
        await #expect(throws: ProtectionError.keyServer("down")) { try await loader.loadedKeys(ofPeriod: 0) }
        #expect(server.requests.count >= 3)
        loader.stop()

        let other = Server()
        other.fail(.keyFile("denied"))
        let second = self.loader(other, clock)
        await #expect(throws: ProtectionError.keyFile("denied")) { try await second.loadedKeys(ofPeriod: 0) }
        second.stop()
    }

    @Test func keysThatDoNotChangeAreReported() async throws {
        let clock = VirtualClock()
        let events = Mutex<[KeyLoadEvent]>([])
        let loader = KeyPeriodLoader(ConstantServer(), clock: clock) { event in events.withLock { $0.append(event) } }
        _ = try await loader.loadedKeys(ofPeriod: 0)
        await clock.advanceInTurn(by: .milliseconds(1))
        #expect(
            events.withLock { $0 }
                == [.loaded(period: 0, failures: 0), .loaded(period: 1, failures: 0), .repeated(period: 1)])
    }

    @Test func keyThatChangesUnderTheSameIdentifierIsNotUsed() async throws {
        let (server, clock) = (Server(repeatsIdentifier: true), VirtualClock())
        let loader = loader(server, clock)
        _ = try await loader.loadedKeys(ofPeriod: 0)
        await clock.advanceInTurn(by: .milliseconds(1))
        guard case .continued(_, period: 0, _, let reason) = loader.keys(ofPeriod: 1) else {
            Issue.record("the contradictory key was used")
            return
        }
        #expect(reason.description.contains("has another key in period 1"))
    }

    @Test(.timeLimit(.minutes(10)))
    func cancelledCallerDoesNotWaitForTheServer() async throws {
        let (server, clock) = (Server(), VirtualClock())
        server.fail(.keyServer("down"))
        let loader = loader(server, clock)
        let task = Task { try await loader.loadedKeys(ofPeriod: 0) }
        await clock.advanceInTurn(by: .milliseconds(1))
        task.cancel()
        await #expect(throws: ProtectionError.self) { try await task.value }
        loader.stop()
    }
}
