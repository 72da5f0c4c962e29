import HLS
import Media
import Testing

@Suite struct DateTimeTests {
    @Test(arguments: [
        (DateTime(milliseconds: 0), "1970-01-01T00:00:00.000+00:00"),
        (DateTime(milliseconds: 951_782_400_001), "2000-02-29T00:00:00.001+00:00"),
        (DateTime(milliseconds: -1), "1969-12-31T23:59:59.999+00:00"),
        (DateTime(milliseconds: 1_767_323_045_678, zoneMinutes: 120), "2026-01-02T05:04:05.678+02:00"),
        (DateTime(milliseconds: 1_767_323_045_678, zoneMinutes: -570), "2026-01-01T17:34:05.678-09:30"),
        (DateTime(milliseconds: 4_107_542_399_000), "2100-02-28T23:59:59.000+00:00"),
    ])
    func datesAreWrittenWithMillisecondsAndZone(date: DateTime, expected: String) throws {
        #expect(date.description == expected)
        #expect(try parsed(expected) == date)
    }

    @Test func datesOfFourCenturiesRoundTrip() throws {
        for day in stride(from: Int64(-100_000), through: 200_000, by: 373) {
            let date = DateTime(milliseconds: day * 86_400_000 + day & 0xffff)
            #expect(try parsed(date.description) == date)
        }
    }

    @Test(arguments: ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05", "2026-01-02T04:04:05.0000001+0100"])
    func otherISO8601FormsAreParsed(text: String) throws {
        #expect(try parsed(text)?.milliseconds == 1_767_323_045_000)
    }

    @Test(arguments: ["2026-13-02T03:04:05Z", "2026-01-02 03:04:05Z", "2026-01-02T03:04:05+99:00", "2026-01-02T"])
    func malformedDatesAreRejected(text: String) {
        #expect(throws: PlaylistProblem.self) { try parsed(text) }
    }

    @Test func extremeDatesDoNotTrap() {
        #expect(DateTime(milliseconds: .max).description.hasPrefix("9999-"))
        #expect(DateTime(milliseconds: .min, zoneMinutes: -840).description.hasPrefix("000"))
        #expect((DateTime(milliseconds: .max) + .seconds(1)).milliseconds == .max)
    }

    private func parsed(_ text: String) throws -> DateTime? {
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:\(text)\n#EXTINF:6,\na\n"
        guard case .media(let media) = try Playlist.parse(playlist).playlist else { return nil }
        return media.segments.first?.programDateTime
    }
}
