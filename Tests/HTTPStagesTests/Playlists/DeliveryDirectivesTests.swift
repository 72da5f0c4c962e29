import Testing

@testable import HTTPStages

/// Parsing of delivery directives in the query of a playlist URL.
@Suite struct DeliveryDirectivesTests {
    @Test func wellFormedDirectiveCombinationsAreParsed() throws {
        let skips: [(String?, DeliveryDirectives.Skip?)] = [
            (nil, nil), ("YES", .segments), ("v2", .segmentsAndDateRanges),
        ]
        for sequence in [nil, 0, 7, 999_999_999_999_999_999] {
            for part in [nil, 0, 3] {
                for (text, skip) in skips {
                    let expected = DeliveryDirectives(mediaSequence: sequence, part: part, skip: skip)
                    let fields = [
                        sequence.map { "_HLS_msn=\($0)" }, part.map { "_HLS_part=\($0)" },
                        text.map { "_HLS_skip=\($0)" },
                    ].compactMap { $0 }
                    for fields in [fields, ["x=1"] + fields.reversed() + ["_HLS_new=2"]] {
                        let read = try? DeliveryDirectives(query: fields.joined(separator: "&"))
                        #expect(read == (part == nil || sequence != nil ? expected : nil), "\(fields)")
                    }
                }
            }
        }
        #expect(try DeliveryDirectives(query: nil) == DeliveryDirectives())
    }

    @Test(arguments: [
        "_HLS_msn=", "_HLS_msn", "_HLS_msn=-1", "_HLS_msn=+1", "_HLS_msn=1.0", "_HLS_msn=0x1", "_HLS_msn=a",
        "_HLS_msn=1000000000000000000", "_HLS_msn=1&_HLS_msn=1", "_HLS_msn=1&_HLS_part=", "_HLS_msn=1&_HLS_part=-1",
        "_HLS_msn=1&_HLS_part=1&_HLS_part=2", "_HLS_skip=", "_HLS_skip=NO", "_HLS_skip=yes",
        "_HLS_skip=YES&_HLS_skip=v2",
        "_HLS_part=0", "_HLS_msn=%31",
    ])
    func malformedHeaderIsRejected(query: String) {
        #expect(throws: DeliveryDirectives.Problem.self) { try DeliveryDirectives(query: query) }
    }
}
