extension CMTimeRange {
    /// The range. Arrays of ranges contain values instead of `NSValue`, so that programs can read both in one way.
    public var timeRangeValue: CMTimeRange { self }
}

extension CMTime {
    /// The time. Arrays of times contain values instead of `NSValue`, so that programs can read both in one way.
    public var timeValue: CMTime { self }
}
