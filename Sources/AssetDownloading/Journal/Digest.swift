/// A 64-bit digest of bytes as they come (XXH64 with seed 0, xxHash specification 0.1.1).
///
/// It finds what a crash or a bad disk does to a file. It is no protection from someone who may write to the folder.
package struct Digest: Sendable, Hashable {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    private var lanes: SIMD4<UInt64>
    /// Bytes that do not fill a stripe of 32 yet.
    private var rest: SIMD32<UInt8> = .zero
    private var restCount = 0
    /// How many bytes were taken in.
    package private(set) var count: UInt64 = 0

    package init() {
        lanes = SIMD4(Self.prime1 &+ Self.prime2, Self.prime2, 0, 0 &- Self.prime1)
    }

    /// The digest of some bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
        var digest = Digest()
        bytes.withUnsafeBytes { digest.take($0) }
        return digest.value
    }

    /// Takes the next bytes in.
    package mutating func take(_ bytes: UnsafeRawBufferPointer) {
        count &+= UInt64(bytes.count)
        var offset = 0
        if restCount > 0 {
            while restCount < 32, offset < bytes.count {
                rest[restCount] = bytes[offset]
                restCount += 1
                offset += 1
            }
            guard restCount == 32 else { return }
            let stripe = unsafeBitCast(rest, to: SIMD4<UInt64>.self)
            var state = (lanes[0], lanes[1], lanes[2], lanes[3])
            Self.mix(&state, stripe[0], stripe[1], stripe[2], stripe[3])
            lanes = SIMD4(state.0, state.1, state.2, state.3)
            restCount = 0
        }
        offset = takeStripes(bytes, from: offset)
        while offset < bytes.count {
            rest[restCount] = bytes[offset]
            restCount += 1
            offset += 1
        }
    }

    private mutating func takeStripes(_ bytes: UnsafeRawBufferPointer, from begin: Int) -> Int {
        var offset = begin
        var state = (lanes[0], lanes[1], lanes[2], lanes[3])
        while bytes.count - offset >= 32 {
            Self.mix(
                &state, Self.word(bytes, offset), Self.word(bytes, offset + 8), Self.word(bytes, offset + 16),
                Self.word(bytes, offset + 24))
            offset += 32
        }
        lanes = SIMD4(state.0, state.1, state.2, state.3)
        return offset
    }

    /// The digest of what was taken in so far.
    package var value: UInt64 {
        var hash: UInt64
        if count >= 32 {
            hash =
                Self.rotate(lanes[0], 1) &+ Self.rotate(lanes[1], 7) &+ Self.rotate(lanes[2], 12)
                &+ Self.rotate(lanes[3], 18)
            for lane in 0..<4 {
                hash = (hash ^ Self.round(0, lanes[lane])) &* Self.prime1 &+ Self.prime4
            }
        } else {
            hash = Self.prime5
        }
        hash &+= count
        return Self.avalanche(finish(hash))
    }

    private func finish(_ begin: UInt64) -> UInt64 {
        var hash = begin
        withUnsafeBytes(of: rest) { bytes in
            var offset = 0
            while restCount - offset >= 8 {
                hash = Self.rotate(hash ^ Self.round(0, Self.word(bytes, offset)), 27) &* Self.prime1 &+ Self.prime4
                offset += 8
            }
            if restCount - offset >= 4 {
                let word = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
                hash = Self.rotate(hash ^ (word &* Self.prime1), 23) &* Self.prime2 &+ Self.prime3
                offset += 4
            }
            while offset < restCount {
                hash = Self.rotate(hash ^ (UInt64(bytes[offset]) &* Self.prime5), 11) &* Self.prime1
                offset += 1
            }
        }
        return hash
    }

    @inline(__always)
    private static func mix(
        _ state: inout (UInt64, UInt64, UInt64, UInt64), _ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64
    ) {
        state.0 = round(state.0, a)
        state.1 = round(state.1, b)
        state.2 = round(state.2, c)
        state.3 = round(state.3, d)
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotate(lane &+ word &* prime2, 31) &* prime1
    }

    @inline(__always)
    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 - count) }

    private static func avalanche(_ value: UInt64) -> UInt64 {
        var hash = value
        hash = (hash ^ hash >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }
}
