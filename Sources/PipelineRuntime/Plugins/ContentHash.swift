import Foundation

/// A 64-bit FNV-1a hash. It detects accidental differences, not deliberate collisions.
struct ContentHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ data: Data) {
        data.withUnsafeBytes { bytes in
            for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
    }

    /// The hash in hexadecimal.
    var text: String { String(state, radix: 16) }

    static func text(_ data: Data) -> String {
        var hash = ContentHash()
        hash.add(data)
        return hash.text
    }
}
