import Media
import Testing

/// Values of HTTP header fields that the origin writes and the validator reads.
@Suite struct HTTPFieldTests {
    @Test(arguments: [
        (Int64(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func dateIsWrittenAndParsed(seconds: Int64, text: String) {
        #expect("\(HTTPDate(seconds: seconds))" == text)
        #expect(HTTPDate(text)?.seconds == seconds)
    }

    @Test func dateBefore1970IsWrittenAsFirstDay() {
        #expect("\(HTTPDate(seconds: -5))" == "Thu, 01 Jan 1970 00:00:00 GMT")
    }

    @Test(arguments: [
        "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:61:37 GMT",
        "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
    ])
    func otherDateFormatIsRejected(text: String) { #expect(HTTPDate(text) == nil) }

    @Test(arguments: [
        (CacheLifetime.never, "no-store", 0), (.seconds(12), "max-age=12", 12),
        (.unchanging, "max-age=3600, immutable", 3600),
    ])
    func lifetimeIsWrittenAndParsed(lifetime: CacheLifetime, field: String, seconds: Int) {
        #expect(lifetime.field == field && lifetime.seconds == seconds)
        #expect(CacheLifetime(field: field)?.seconds == seconds)
    }

    @Test(arguments: [
        ("public, max-age=60, s-maxage=5", 5), ("Max-Age = 7", 7), ("max-age=9, no-cache", 0), ("immutable", 3600),
        ("max-age=-1", 0), ("max-age=1e300", 2_147_483_648), ("max-age=nan", 0), ("private", nil), ("max-age=x", nil),
    ])
    func lifetimeOfOtherServersIsParsed(field: String, seconds: Int?) {
        #expect(CacheLifetime(field: field)?.seconds == seconds)
    }
}
