/// The preferred format of dates in HTTP header fields, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 5.6.7).
enum IMFFixdate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Returns the date in seconds since 1970; nil if the text has another format.
    static func seconds(_ text: String) -> Int? {
        let words = text.split { $0 == " " || $0 == "," }
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
            let month = months.firstIndex(of: words[2].lowercased()), (1...31).contains(day),
            (1970...9999).contains(year)
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, time.allSatisfy({ (0...60).contains($0) }) else { return nil }
        // Days since 1970, in years that start in March, so that leap days are last.
        let (shifted, from) = month < 2 ? (year - 1, month + 10) : (year, month - 2)
        let (era, ofEra) = (shifted / 400, shifted % 400)
        let ofYear = (153 * from + 2) / 5 + day - 1
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        return ((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
    }
}
