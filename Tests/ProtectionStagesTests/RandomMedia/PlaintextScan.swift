/// Finds blocks of plaintext in encrypted output.
struct PlaintextScan {
    /// The second half of each block by its first half.
    private var blocks: [UInt64: Set<UInt64>] = [:]
    private(set) var count = 0

    /// Adds a block of 16 bytes that must not occur in the output.
    mutating func add(_ block: some Collection<UInt8>) {
        blocks[Self.number(block.prefix(8)), default: []].insert(Self.number(block.dropFirst(8)))
        count += 1
    }

    /// The offsets of blocks in the output.
    func offsets(in output: [UInt8]) -> [Int] {
        var (result, high, low) = ([Int](), UInt64(0), UInt64(0))
        for (offset, byte) in output.enumerated() {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
            if offset >= 15, let seconds = blocks[high], seconds.contains(low) { result.append(offset - 15) }
        }
        return result
    }

    private static func number(_ bytes: some Collection<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
