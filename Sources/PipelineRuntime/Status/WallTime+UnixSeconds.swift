import Media

extension WallTime {
    /// Seconds since 1970 in milliseconds' precision, as the status contains dates.
    var unixSeconds: Double { Double(milliseconds) / 1000 }
}
