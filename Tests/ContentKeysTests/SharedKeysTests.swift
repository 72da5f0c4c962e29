import ContentKeys
import ContentProtection
import Testing

@Suite struct SharedKeysTests {
    private func key(_ number: Int, secret: UInt8 = 1) throws -> ContentKey {
        let bytes = [UInt8](repeating: 0, count: 14) + [UInt8(number >> 8), UInt8(number & 255)]
        let id = try #require(KeyIdentifier(bytes))
        return try [UInt8](repeating: secret, count: 16).withUnsafeBytes {
            try ContentKey(id: id, key: $0, labels: number % 2 == 0 ? [.audio] : [.sd])
        }
    }

    @Test func oldestKeysAreRemovedBeyondTheLimit() throws {
        let shared = SharedKeys()
        for number in 0..<SharedKeys.limit { shared.add(try KeySet([try key(number)])) }
        // An addition of a known key makes it recent, and replaces it.
        let (first, second) = (try key(0, secret: 9), try key(1))
        shared.add(try KeySet([first]))
        #expect(shared[first.id]?.withUnsafeBytes { $0[0] } == 9)
        shared.add(try KeySet([try key(1000), try key(1001)]))
        #expect(shared[first.id] != nil)
        #expect(shared[second.id] == nil)
        #expect(shared[try key(2).id] == nil)
        #expect(shared[try key(3).id] != nil)
        #expect(shared[try key(1001).id] != nil)
    }
}
