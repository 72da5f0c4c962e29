/// A date and time in the preferred format of HTTP header fields, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110
/// 5.6.7).
package struct HTTPDate: Sendable, Hashable, CustomStringConvertible {
    /// Seconds since 1970.
    package var seconds: Int64
    package init(seconds: Int64) { self.seconds = seconds }

    /// Parses a date from the year 1970 on; nil if the text has another format.
    package init?(_ text: String) {
        let words = text.split { $0 == " " || $0 == "," }
        guard words.count == 6, words[5] == "GMT", let day = Int64(words[1]), let year = Int64(words[3]),
            let month = Self.months.firstIndex(where: { $0.lowercased() == words[2].lowercased() }),
            (1...31).contains(day), (1970...9999).contains(year)
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int64($0) }
        guard time.count == 3, time.allSatisfy({ (0...60).contains($0) }) else { return nil }
        let days = CivilDate(year: year, month: Int64(month) + 1, day: day).daysSinceEpoch
        seconds = ((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
    }

    package init(_ date: WallTime) { seconds = date.seconds }

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    package var description: String {
        let (days, time) = min(max(seconds, 0), 253_402_300_799).quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSinceEpoch: days)
        // Written byte by byte for speed: most responses contain two dates.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(29)
        func add(_ number: Int64, _ mark: Character) {
            bytes.append(UInt8(0x30 + number / 10 % 10))
            bytes.append(UInt8(0x30 + number % 10))
            bytes.append(contentsOf: mark.utf8)
        }
        bytes.append(contentsOf: Self.days[Int(days % 7)].utf8)
        bytes.append(contentsOf: ", ".utf8)
        add(date.day, " ")
        bytes.append(contentsOf: Self.months[Int(date.month) - 1].utf8)
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: String(date.year).utf8)
        bytes.append(UInt8(ascii: " "))
        add(time / 3600, ":")
        add(time / 60 % 60, ":")
        add(time % 60, " ")
        bytes.append(contentsOf: "GMT".utf8)
        return String(decoding: bytes, as: UTF8.self)
    }
}
