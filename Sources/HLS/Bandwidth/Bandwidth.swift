/// A peak and an average bit rate, in bits per second.
package struct Bandwidth: Sendable, Hashable {
    package var peak: Int
    package var average: Int

    package init(peak: Int, average: Int) {
        self.peak = peak
        self.average = average
    }

    package static let zero = Bandwidth(peak: 0, average: 0)

    /// The bandwidth of two renditions that are played together; their peaks may coincide.
    package static func + (left: Bandwidth, right: Bandwidth) -> Bandwidth {
        Bandwidth(peak: left.peak + right.peak, average: left.average + right.average)
    }

    /// The maximum of each figure: the bandwidth for one of two alternatives.
    package func union(_ other: Bandwidth) -> Bandwidth {
        Bandwidth(peak: max(peak, other.peak), average: max(average, other.average))
    }

    /// Whether the measured peak does not exceed the declared one.
    package func fits(in declared: Bandwidth) -> Bool { peak <= declared.peak }
}

extension Bandwidth {
    /// The bandwidth increased by 25 %.
    package var withHeadroom: Bandwidth {
        Bandwidth(peak: peak + peak / 4, average: average + average / 4)
    }
}
