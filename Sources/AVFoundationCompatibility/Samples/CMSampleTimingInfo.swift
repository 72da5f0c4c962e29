/// The times of one sample.
public struct CMSampleTimingInfo: Sendable, Hashable {
    public var duration: CMTime
    public var presentationTimeStamp: CMTime
    /// The decode time; invalid when samples are in presentation order.
    public var decodeTimeStamp: CMTime

    /// Times that are invalid.
    public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }

    /// The times of a sample.
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Times that are invalid.
    public static let invalid = CMSampleTimingInfo()

    /// The times of the sample `index` places later, all samples having the duration of this one.
    func advanced(by index: Int) -> CMSampleTimingInfo {
        guard index > 0 else { return self }
        var result = self
        let distance = CMTimeMultiply(duration, multiplier: Int32(clamping: index))
        result.presentationTimeStamp = CMTimeAdd(presentationTimeStamp, distance)
        if decodeTimeStamp.isValid { result.decodeTimeStamp = CMTimeAdd(decodeTimeStamp, distance) }
        return result
    }
}
