package import Media

/// A date and time with millisecond precision and the time zone of its notation (ISO 8601).
package struct DateTime: Sendable, Hashable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    package var milliseconds: Int64
    /// The offset of the time zone from UTC, from -14 h to 14 h.
    package var zoneMinutes: Int

    package init(milliseconds: Int64, zoneMinutes: Int = 0) {
        self.milliseconds = milliseconds
        self.zoneMinutes = zoneMinutes
    }

    /// A date in UTC, rounded to the nearest millisecond.
    package init(_ date: WallTime) {
        self.init(milliseconds: MediaTime.nanoseconds(date.nanoseconds).ticks(at: 1000))
    }

    /// Adds a media time, rounded to milliseconds.
    package static func + (date: DateTime, time: MediaTime) -> DateTime {
        let sum = date.milliseconds.addingReportingOverflow(time.ticks(at: 1000))
        return DateTime(milliseconds: sum.overflow ? .max : sum.partialValue, zoneMinutes: date.zoneMinutes)
    }
}

extension DateTime {
    /// Parses a date with an optional fraction and time zone, UTC by default; nil if it is malformed or does not exist.
    package init?(_ text: String) {
        let date = Array(text.utf8).withUnsafeBufferPointer { bytes -> DateTime? in
            var line = PlaylistLine(number: 1, bytes: bytes)
            guard let date = try? line.readDateTime(), line.isAtEnd else { return nil }
            return date
        }
        // Such as February 30.
        guard let date, date.description.prefix(10) == text.prefix(10) else { return nil }
        self = date
    }

    /// The date in UTC in its shortest form: `2026-01-02T03:04:05Z`.
    package var shortDescription: String {
        let text = DateTime(milliseconds: milliseconds).description.dropLast(6)
        return (text.hasSuffix(".000") ? text.dropLast(4) : text) + "Z"
    }
}

extension DateTime: CustomStringConvertible {
    /// The form `2026-01-02T03:04:05.678+00:00`.
    package var description: String {
        // Dates are clamped to the years 1 to 9999, the range of four digits.
        let local = min(max(milliseconds, Self.earliest), Self.latest) + Int64(zoneMinutes) * 60_000
        let (days, time) = local.flooredDivision(by: 86_400_000)
        let date = CivilDate(daysSinceEpoch: days)
        let zone = abs(zoneMinutes)
        return [
            "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))T",
            "\((time / 3_600_000).padded(2)):\((time / 60_000 % 60).padded(2)):\((time / 1000 % 60).padded(2))",
            ".\((time % 1000).padded(3))\(zoneMinutes < 0 ? "-" : "+")",
            "\(Int64(zone / 60).padded(2)):\(Int64(zone % 60).padded(2))",
        ].joined()
    }

    private static let earliest: Int64 = -62_135_510_400_000
    private static let latest: Int64 = 253_402_214_400_000
}
