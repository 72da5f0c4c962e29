import Media
import Testing

/// The order of H.264 pictures by the three types of picture order counts (ITU-T H.264 8.2.1).
@Suite struct PictureOrderCounterTests {
    /// The bits of a NAL unit, without emulation prevention: no unit here has two zero bytes in its content.
    private struct Bits {
        private var text = ""

        mutating func number(_ value: Int, _ count: Int) {
            for bit in stride(from: count - 1, through: 0, by: -1) { text += value >> bit & 1 == 1 ? "1" : "0" }
        }
        mutating func unsigned(_ value: Int) {
            let length = String(value + 1, radix: 2).count
            number(value + 1, 2 * length - 1)
        }
        mutating func signed(_ value: Int) { unsigned(value > 0 ? 2 * value - 1 : -2 * value) }

        func unit(_ header: UInt8) -> [UInt8] {
            var bits = text + "1"
            while bits.count % 8 != 0 { bits += "0" }
            let starts = stride(from: 0, to: bits.count, by: 8)
            let bytes = starts.map { UInt8(bits.dropFirst($0).prefix(8), radix: 2) ?? 0 }
            return [header] + bytes
        }
    }

    /// A sequence parameter set of the main profile with four bits of frame_num.
    private static func sequence(orderType: Int) -> [UInt8] {
        var bits = Bits()
        bits.number(77, 8)
        bits.number(0x40, 8)
        bits.number(30, 8)
        bits.unsigned(0)
        bits.unsigned(0)
        bits.unsigned(orderType)
        if orderType == 0 { bits.unsigned(0) }
        if orderType == 1 {
            // Each reference frame is shown four counts after the last one, other frames two counts before it.
            bits.number(0, 1)
            bits.signed(-2)
            bits.signed(0)
            bits.unsigned(1)
            bits.signed(4)
        }
        bits.unsigned(2)
        bits.number(0, 1)
        bits.unsigned(10)
        bits.unsigned(8)
        bits.number(0b1100, 4)
        return bits.unit(0x67)
    }

    private static let picture: [UInt8] = {
        var bits = Bits()
        for _ in 0..<2 { bits.unsigned(0) }
        bits.number(0, 2)
        for _ in 0..<3 { bits.unsigned(0) }
        bits.number(0, 3)
        for _ in 0..<3 { bits.signed(0) }
        bits.number(0b100, 3)
        return bits.unit(0x68)
    }()

    private struct Picture {
        var number: Int
        /// pic_order_cnt_lsb, or delta_pic_order_cnt[0].
        var order = 0
        var isIDR = false
        var isReference = true
        var resets = false
    }

    private static func slice(_ picture: Picture, orderType: Int) -> [UInt8] {
        var bits = Bits()
        bits.unsigned(0)
        bits.unsigned(picture.isIDR ? 7 : 5)
        bits.unsigned(0)
        bits.number(picture.number, 4)
        if picture.isIDR { bits.unsigned(1) }
        if orderType == 0 { bits.number(picture.order, 4) }
        if orderType == 1 { bits.signed(picture.order) }
        if !picture.isIDR { bits.number(0, 2) }
        if picture.isReference {
            if picture.isIDR {
                bits.number(0, 2)
            } else {
                bits.number(picture.resets ? 1 : 0, 1)
                if picture.resets {
                    bits.unsigned(5)
                    bits.unsigned(0)
                }
            }
        }
        bits.signed(3)
        bits.unsigned(1)
        bits.number(0xffff, 16)
        return bits.unit(picture.isIDR ? 0x65 : picture.isReference ? 0x41 : 0x01)
    }

    private static func places(_ pictures: [Picture], orderType: Int) throws -> [PictureOrderCounter.Place] {
        var counter = PictureOrderCounter.avc
        try counter.add(parameterSet: sequence(orderType: orderType))
        try counter.add(parameterSet: picture)
        return try pictures.map { picture in
            try slice(picture, orderType: orderType).withUnsafeBytes { try counter.place($0) }
        }
    }

    @Test func codedBitsContinueOverTheirRange() throws {
        let places = try Self.places(
            [
                Picture(number: 0, isIDR: true), Picture(number: 1, order: 6),
                Picture(number: 2, order: 2, isReference: false), Picture(number: 2, order: 12),
                Picture(number: 3, order: 2), Picture(number: 4, order: 14, isReference: false),
            ], orderType: 0)
        #expect(places.map(\.count) == [0, 6, 2, 12, 18, 14])
        #expect(places.map(\.restarts) == [true, false, false, false, false, false])
    }

    @Test func theCycleOfReferenceFramesDeterminesTheOrder() throws {
        let places = try Self.places(
            [
                Picture(number: 0, isIDR: true), Picture(number: 1),
                Picture(number: 2, isReference: false), Picture(number: 2), Picture(number: 3, order: 1),
            ], orderType: 1)
        #expect(places.map(\.count) == [0, 4, 2, 8, 13])
    }

    @Test func decodeOrderIsPresentationOrderOverTheRangeOfFrameNumbers() throws {
        let numbers = [0] + (1...20).map { $0 % 16 }
        let places = try Self.places(
            numbers.enumerated().map { Picture(number: $1, isIDR: $0 == 0) }, orderType: 2)
        #expect(places.map(\.count) == (0...20).map { 2 * $0 })
    }

    @Test func aResetRestartsTheOrder() throws {
        let places = try Self.places(
            [
                Picture(number: 0, isIDR: true), Picture(number: 1, order: 8),
                Picture(number: 2, order: 10, resets: true),
                Picture(number: 1, order: 2),
            ], orderType: 0)
        #expect(places.map(\.count) == [0, 8, 0, 2])
        #expect(places.map(\.restarts) == [true, false, true, false])
    }

    @Test func slicesWithoutTheirParameterSetsAreErrors() throws {
        var counter = PictureOrderCounter.avc
        let slice = Self.slice(Picture(number: 0, isIDR: true), orderType: 0)
        #expect(throws: BitstreamError.self) { try slice.withUnsafeBytes { try counter.place($0) } }
    }
}
