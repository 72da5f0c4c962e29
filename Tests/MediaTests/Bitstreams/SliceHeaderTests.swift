@testable import Media
import Testing

/// The lengths of slice headers, as determined by Shaka Packager 3.8 for streams of x264 and x265.
@Suite struct SliceHeaderTests {
    /// Parameter sets, and the first bytes of slices with the length of their header.
    struct Stream: Sendable, CustomTestStringConvertible {
        let name: String
        let sets: [String]
        let slices: [(size: Int, bytes: String)]
        var testDescription: String { name }
    }

    private static let avc: [Stream] = [
        Stream(
            name: "slices",
            sets: [
                "6764000cacd941419f9f011000000300100000030320f1429960",
                "68e938f2c8b0",
            ],
            slices: [
                (7, "6507a221000fff08e3"),
                (7, "4107a6891b10ff7d21"),
                (6, "419e427884bffc77"),
            ]),
        Stream(
            name: "interlaced",
            sets: [
                "67640015acd941433f260220000003002000000643e28532c0",
                "68fba3cb22c0",
            ],
            slices: [
                (7, "419e415f884bffe5eb"),
                (6, "419a225e49ff2b16"),
                (5, "6588820b17f212"),
            ]),
        Stream(
            name: "422",
            sets: [
                "677a000cbcd941419f8dc044000003000400000300c83c50a658",
                "68ebe3cb22c0",
            ],
            slices: [
                (8, "410289a246c410ffee71"),
                (8, "410289e427885fff982d"),
                (6, "419e4278853f9e0f"),
            ]),
        Stream(
            name: "444",
            sets: [
                "67f4000c919b282833f1b808800000030080000019078a14cb",
                "68ebe3c44844",
            ],
            slices: [
                (6, "419a246c49ff57b4"),
                (6, "419e4278853f3793"),
                (5, "658884009f96fb"),
            ]),
        Stream(
            name: "baseline",
            sets: [
                "6742c00cd901419f9f011000000300100000030320f142a480",
                "68cb83cb20",
            ],
            slices: [
                (4, "658884273918"),
                (4, "419a384fccf1"),
            ]),
        Stream(
            name: "fade",
            sets: [
                "6764000cacd941419f9f011000000300100000030320f1429960",
                "68ebe3cb22c0",
            ],
            slices: [
                (26, "419a4249e10843218d011409e07e01f20200020301140a4085fff8fa"),
                (6, "658884002bff1342"),
                (5, "41888840af700c"),
            ]),
    ]

    private static let hevc: [Stream] = [
        Stream(
            name: "progressive",
            sets: [
                "42010101600000030090000003000003003ca00a080b9f796566924caf0168080000030008000003"
                    + "00c840",
                "4401c172b46240",
            ],
            slices: [
                (15, "0201d0409757f710c0638c5544c4c0d5d7"),
                (13, "0201d0294be10c638c5c4b3930ad9a"),
                (12, "1001e2e6fffd22c2867b35a0b71d"),
            ]),
        Stream(
            name: "slices",
            sets: [
                "42010101600000030090000003000003003ca00a080b9f796666924caf0168080000030008000003"
                    + "00c840",
                "4401c172b64240",
            ],
            slices: [
                (14, "0201564e2a755257c904300184b00e69"),
                (14, "0001564a23d5557da221800c298085a8"),
                (11, "0001e024f55fa22180c298af68"),
            ]),
        Stream(
            name: "fade",
            sets: [
                "42010101600000030090000003000003003ca00a080b9f796566924caf0168080000030008000003"
                    + "00c840",
                "4401c172b66240",
            ],
            slices: [
                (23, "0201e10225555f708690c3c124117683b0dd848cf493c097e7"),
                (22, "0001e0622fff70ca40d0d065061c69811c11d850db70cbd8"),
                (17, "0201d058bd557dcca433191d63ac459d44c3d5"),
            ]),
        Stream(
            name: "10",
            sets: [
                "42010102200000030090000003000003003ca00a080b9f6d96566924c2f016808000000300800000"
                    + "0c84",
                "4401c172b42240",
            ],
            slices: [
                (11, "0201d0409757dc43018e40aa90"),
                (10, "0201e24225527dc612c0900e"),
                (8, "0201e0649d6184903088"),
            ]),
        Stream(
            name: "422",
            sets: [
                "4201010408000003009d0800000300003cb00a080b9f2b65959a4932bc05a0200000030020000003"
                    + "0321",
                "4401c172b46240",
            ],
            slices: [
                (15, "0201d0409757f710c0638c56fee0c044e1"),
                (14, "0201d10892f5f710c0638c4bb31d1601"),
                (12, "2a01ac645b4971962faad6e885bc"),
            ]),
        Stream(
            name: "interlaced",
            sets: [
                "42010101600000030040000003000003003ca00a080b9f796566924caf0168680000030008000003"
                    + "00c840",
                "4401c172b46240",
            ],
            slices: [
                (15, "0201d0409757f710c0638c5544c4c0d5d7"),
                (13, "0201d0294be10c638c5c4b3930ad9a"),
                (12, "1001e2e6fffd22c2867b35a0b71d"),
            ]),
        Stream(
            name: "big",
            sets: [
                "42010101600000030090000003000003005da00280802d165959a4932bc05a020000030002000003"
                    + "003210",
                "4401c172f46240",
            ],
            slices: [
                (32, "0201d098b255c9f710c063a306869829003f03400a809209d8b64135dd8007807045"),
                (31, "0201d04092f5f710c063830687d44a655a13610503360e5b29cca1dd8008802691"),
                (27, "0001e166f2557d22c29182c3682e03e03c04005009fcf7c59a00d06a73"),
            ]),
    ]

    private func unit(_ digits: String) -> [UInt8] {
        var (result, rest) = ([UInt8](), digits[...])
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            result.append(byte)
            rest = rest.dropFirst(2)
        }
        return result
    }

    @Test(arguments: avc) func avcHeadersHaveTheirLength(stream: Stream) throws {
        var sets = AVCSliceHeader.ParameterSets()
        for set in stream.sets { try sets.add(unit(set)) }
        for slice in stream.slices {
            let bytes = unit(slice.bytes)
            #expect(try bytes.withUnsafeBytes { try AVCSliceHeader($0, sets).byteCount } == slice.size, "\(slice)")
            // The last byte of a header contains bits of it, so a shorter unit is incomplete.
            for count in 0..<slice.size {
                #expect(throws: BitstreamError.self, "\(count) bytes of \(slice)") {
                    try Array(bytes.prefix(count)).withUnsafeBytes { try AVCSliceHeader($0, sets).byteCount }
                }
            }
        }
    }

    @Test(arguments: hevc) func hevcHeadersHaveTheirLength(stream: Stream) throws {
        var sets = HEVCSliceHeader.ParameterSets()
        for set in stream.sets { try sets.add(unit(set)) }
        for slice in stream.slices {
            let bytes = unit(slice.bytes)
            #expect(try bytes.withUnsafeBytes { try HEVCSliceHeader($0, sets).byteCount } == slice.size, "\(slice)")
            for count in 0..<slice.size {
                #expect(throws: BitstreamError.self, "\(count) bytes of \(slice)") {
                    try Array(bytes.prefix(count)).withUnsafeBytes { try HEVCSliceHeader($0, sets).byteCount }
                }
            }
        }
    }

    @Test func slicesWithoutParameterSetsAreRefused() {
        for slice in Self.avc.flatMap(\.slices) {
            #expect(throws: BitstreamError.self) {
                try unit(slice.bytes).withUnsafeBytes { try AVCSliceHeader($0, .init()).byteCount }
            }
        }
    }

    /// The bits of fields with emulation prevention bytes between them are contiguous.
    @Test func emulationPreventionBytesAreSkippedAndCounted() throws {
        let bytes: [UInt8] = [0x65, 0, 0, 3, 1, 0, 0, 3, 0, 0x80]
        try bytes.withUnsafeBytes { (unit: UnsafeRawBufferPointer) throws in
            var reader = NALBitReader(unit, from: 1)
            #expect(try reader.number(24) == 1)
            #expect(reader.byteCount == 5)
            #expect(try reader.number(16) == 0)
            // The byte after two zeros has not been reached.
            #expect(reader.byteCount == 7)
            #expect(try reader.number(16) == 0x80)
            #expect(reader.byteCount == 10)
        }
    }

    /// The sets of ITU-T H.265 7.4.8: one predicted from another one, which loses the picture that becomes the current one.
    @Test func predictedReferenceSetsAreMoved() throws {
        // Two pictures before, one after, all used: -1, -3, +2.
        var reader = BitReader([0b0110_1011, 0b0101_0101])
        let first = try HEVCReferenceSet(&reader, index: 0, sets: [], isInSlice: false)
        #expect(first.before.map(\.delta) == [-1, -3] && first.after.map(\.delta) == [2])
        // Moved by +1: 0 is not a picture, and the last flag adds +1.
        reader = BitReader([0b1011_1110])
        let second = try HEVCReferenceSet(&reader, index: 1, sets: [first], isInSlice: false)
        #expect(second.before.map(\.delta) == [-2] && second.after.map(\.delta) == [1, 3])
        #expect(second.usedCount == 3)
    }
}
