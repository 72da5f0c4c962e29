import MPEGTransport
import Media
import Testing

/// AV1 without a container, with scripted units.
struct TemporalUnitTests {
    /// A sequence header of 160x96 pixels that declares no frame rate.
    private static let header: [UInt8] = [0, 0, 0, 3, 0xb4, 0xfd, 0xf3, 0x6b, 0xe4, 1]

    /// The units of a temporal unit: type and payload.
    private static func units(_ number: Int) -> [(type: UInt8, payload: [UInt8])] {
        let isKey = number % 10 == 0
        // Not show_existing_frame, the type of the frame, show_frame.
        let first: UInt8 = isKey ? 0x10 : 0x30
        var found: [(type: UInt8, payload: [UInt8])] = []
        if isKey { found.append((1, header)) }
        found.append((6, [first, UInt8(number)] + [UInt8](repeating: 0x5a, count: 300)))
        if number % 3 == 0 { found.append((15, [UInt8](repeating: 0x80, count: 20))) }
        return found
    }

    private static func leb128(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 0x7f) | 0x80] + leb128(value >> 7)
    }

    private static func sized(_ unit: (type: UInt8, payload: [UInt8])) -> [UInt8] {
        [unit.type << 3 | 2] + leb128(unit.payload.count) + unit.payload
    }

    /// A stream with the sizes or, before temporal units, frame units and units, the lengths.
    private static func stream(_ count: Int, hasLengths: Bool) -> [UInt8] {
        (0..<count).flatMap { number -> [UInt8] in
            let all = [(type: UInt8(2), payload: [UInt8]())] + units(number)
            guard hasLengths else { return all.flatMap(sized) }
            let frame = all.flatMap { leb128($0.payload.count + 1) + [$0.type << 3] + $0.payload }
            let inner = leb128(frame.count) + frame
            return leb128(inner.count) + inner
        }
    }

    private static func samples(_ numbers: [Int]) -> [[UInt8]] {
        numbers.map { units($0).filter { $0.type != 15 }.flatMap(sized) }
    }

    @Test(arguments: [false, true], [7, 1000, 1 << 20])
    func samplesMatchTheStream(hasLengths: Bool, step: Int) throws {
        let bytes = Self.stream(25, hasLengths: hasLengths)
        let found = try #require(Demultiplexed(bytes, rate: Ratio(30_000, 1001), step: step))
        #expect(found.tracks.map(\.coding) == [.av1] && found.report.tracks.map(\.repairs) == [TrackRepairs()])
        #expect(found.first.map(\.bytes.bytes) == Self.samples(Array(0..<25)))
        #expect(found.first.map(\.isSync) == (0..<25).map { $0 % 10 == 0 })
        #expect(found.first.map(\.presentationTicks) == (0..<25).map { Int64($0) * 3003 })
        #expect(Demultiplexed(bytes) == nil, "the rate is not declared")
    }

    @Test func damageLastsUntilTheNextSequenceHeader() throws {
        var bytes = Self.stream(25, hasLengths: false)
        let start = Self.stream(4, hasLengths: false).count
        // The reserved size bit of the fifth temporal delimiter.
        bytes[start] = 0x10
        let found = try #require(Demultiplexed(bytes, rate: Ratio(25)))
        #expect(found.first.map(\.bytes.bytes) == Self.samples(Array(0..<3) + Array(10..<25)))
        let skipped = Self.stream(10, hasLengths: false).count - start + Self.samples([3])[0].count
        #expect(found.report.tracks[0].repairs.skippedBytes == skipped)
    }

    @Test(arguments: [false, true]) func aTemporalUnitWithoutItsLastFrameIsLeftOut(hasLengths: Bool) throws {
        // The file ends within the second frame of the last temporal unit.
        let bytes = Self.stream(11, hasLengths: hasLengths)
        let hidden = Self.sized((6, [0x30] + [UInt8](repeating: 0x5a, count: 50)))
        let last: [UInt8] = hasLengths ? [0x80, 1] + hidden : [0x12, 0] + hidden + hidden.dropLast(10)
        let found = try #require(Demultiplexed(bytes + last, rate: Ratio(25)))
        #expect(found.first.map(\.bytes.bytes) == Self.samples(Array(0..<11)))
        #expect(found.report.tracks[0].repairs.skippedBytes == last.count - (hasLengths ? 0 : 2))
    }

    @Test(arguments: [false, true]) func cutAndChangedStreamsAreCounted(hasLengths: Bool) throws {
        let bytes = Self.stream(12, hasLengths: hasLengths)
        for end in stride(from: 40, to: bytes.count, by: 13) {
            guard let found = Demultiplexed(Array(bytes[..<end]), rate: Ratio(25)) else { continue }
            let whole = Self.samples(Array(0..<12))
            #expect(found.first.map(\.bytes.bytes) == Array(whole.prefix(found.first.count)))
        }
        for position in 0..<bytes.count where position < 400 || position % 7 == 0 {
            var changed = bytes
            changed[position] ^= 0xff
            guard let found = Demultiplexed(changed, rate: Ratio(25)) else { continue }
            let kept = found.first.reduce(0) { $0 + $1.bytes.count }
            #expect(kept + (found.report.tracks.first?.repairs.skippedBytes ?? 0) <= bytes.count + 64)
        }
    }
}
