import GStreamerStages
public import Foundation
import Media

/// A range of frame rates that a format offers.
public final class AVFrameRateRange: NSObject, Sendable {
    let range: DeviceValueRange<Ratio>

    init(_ range: DeviceValueRange<Ratio>) { self.range = range }

    /// The lowest rate in frames per second.
    public var minFrameRate: Double { range.lowest.value }
    /// The highest rate in frames per second.
    public var maxFrameRate: Double { range.highest.value }
    /// The duration of a frame at the highest rate.
    public var minFrameDuration: CMTime { CMTime(period: range.highest) }
    /// The duration of a frame at the lowest rate; indefinite if that is zero.
    public var maxFrameDuration: CMTime { CMTime(period: range.lowest) }

    public override var description: String { "\(minFrameRate) to \(maxFrameRate) frames per second" }
}

extension CMTime {
    /// The duration of a frame at a rate; indefinite if the rate is zero.
    init(period rate: Ratio) {
        self = rate.numerator > 0 ? CMTime(value: Int64(rate.denominator), timescale: rate.numerator) : .indefinite
    }

    /// The rate of frames with this duration; nil if it is not a positive time.
    var frameRate: Ratio? {
        guard isNumeric, timescale > 0, let denominator = Int32(exactly: value), denominator > 0 else { return nil }
        return Ratio(timescale, denominator)
    }
}
