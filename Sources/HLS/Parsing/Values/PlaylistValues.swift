import Media

// The values of tags and attributes (RFC 8216bis 4.2).
extension PlaylistLine {
    /// Reads an integer from 0 to `limit`.
    mutating func readInteger(_ noun: StaticString, limit: Int = .max) throws(PlaylistProblem) -> Int {
        let begin = position
        var value = 0
        while position < end {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = tens.addingReportingOverflow(Int(digit))
            guard !isTooLarge, !isLarger, position - begin < 40 else {
                throw problem("\(noun) is larger than \(limit)", at: begin)
            }
            value = sum
            position += 1
        }
        guard position > begin else { throw problem("\(noun) must begin with a digit") }
        guard value <= limit else { throw problem("\(noun) is larger than \(limit)", at: begin) }
        return value
    }

    /// Reads a non-negative decimal number below 2³¹, exact to nine decimals.
    mutating func readDecimal(_ noun: StaticString) throws(PlaylistProblem) -> MediaTime {
        let integerPart = try readInteger(noun, limit: Int(Int32.max))
        return try readFraction(Int64(integerPart))
    }

    /// Reads the decimals after an integer.
    mutating func readFraction(_ integerPart: Int64) throws(PlaylistProblem) -> MediaTime {
        guard skip(".") else { return .seconds(integerPart) }
        var value = integerPart
        var timescale: Int32 = 1
        while position < end {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            position += 1
            guard timescale < 1_000_000_000 else { continue }
            value = value * 10 + Int64(digit)
            timescale *= 10
        }
        return MediaTime(value: value, timescale: timescale)
    }

    /// Reads `length` or `length@offset`; the offset is nil if the range continues the previous one.
    mutating func readByteRange() throws(PlaylistProblem) -> (length: Int, offset: Int?) {
        let begin = position
        let length = try readInteger("the length of a byte range")
        guard skip("@") else { return (length, nil) }
        let offset = try readInteger("the offset of a byte range")
        guard !length.addingReportingOverflow(offset).overflow else {
            throw problem("the byte range ends beyond 2^63", at: begin)
        }
        return (length, offset)
    }

    /// Reads an ISO 8601 date and time with optional fraction and time zone.
    mutating func readDateTime() throws(PlaylistProblem) -> DateTime {
        let begin = position
        guard let year = readDigits(4), skip("-"), let month = readDigits(2), skip("-"), let day = readDigits(2),
            skip("T"), let hour = readDigits(2), skip(":"), let minute = readDigits(2), skip(":"),
            let second = readDigits(2), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
            second < 61, year > 0
        else { throw problem("a date must have the form 2026-01-02T03:04:05.678+00:00", at: begin) }
        var milliseconds: Int64 = 0
        if skip(".") {
            let fraction = read(while: Self.isDigit)
            for place in 0..<3 {
                let digit = place < fraction.count ? fraction[place] : UInt8(ascii: "0")
                milliseconds = milliseconds * 10 + Int64(digit - UInt8(ascii: "0"))
            }
        }
        let zone = try readZone()
        let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
        let local = ((days * 24 + hour) * 60 + minute - Int64(zone)) * 60 + second
        return DateTime(milliseconds: local * 1000 + milliseconds, zoneMinutes: zone)
    }

    /// Reads the time zone in minutes east of UTC; without one, UTC is assumed.
    private mutating func readZone() throws(PlaylistProblem) -> Int {
        if isAtEnd || skip("Z") { return 0 }
        let begin = position
        let isWest = next == UInt8(ascii: "-")
        guard skip("+") || skip("-"), let hours = readDigits(2) else {
            throw problem("a time zone must have the form Z or +01:00", at: begin)
        }
        _ = skip(":")
        let minutes = isAtEnd ? 0 : readDigits(2) ?? 60
        guard hours <= 14, minutes < 60 else { throw problem("a time zone must have the form Z or +01:00", at: begin) }
        return Int(hours * 60 + minutes) * (isWest ? -1 : 1)
    }

    /// Reads a number with exactly this number of digits.
    private mutating func readDigits(_ count: Int) -> Int64? {
        guard end - position >= count else { return nil }
        var value: Int64 = 0
        for index in position..<position + count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + Int64(digit)
        }
        position += count
        return value
    }

    /// Throws unless the value has been read to its end.
    func expectEnd() throws(PlaylistProblem) {
        if !isAtEnd { throw problem("unexpected '\(rest.between(0, 40).text)' after the value") }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
