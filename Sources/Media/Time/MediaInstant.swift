/// A media time in nanoseconds, for comparing payloads of tracks with different timescales.
///
/// Links and merges compare these times for every payload. They are rounded, and must not be used for arithmetic on
/// ``MediaTime``.
public struct MediaInstant: NanosecondTime {
    /// Nanoseconds since media time zero.
    public var nanoseconds: Int64

    /// The time `nanoseconds` after media time zero.
    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Ticks of a timescale, converted in floating point. Rounding errors cannot accumulate, as these times are only
    /// compared.
    @inlinable @inline(__always) public init(ticks: Int64, timescale: Int32) {
        let nanoseconds = Double(ticks) * (1e9 / Double(timescale))
        self.nanoseconds = Int64(exactly: nanoseconds.rounded()) ?? (nanoseconds < 0 ? .min : .max)
    }

    /// A media time, rounded to the nearest nanosecond.
    public init(_ time: MediaTime) { nanoseconds = time.nanoseconds }

    /// Media time zero.
    @inlinable public static var zero: MediaInstant { MediaInstant(nanoseconds: 0) }
}
