package import Media

/// Where to begin to play (RFC 8216bis 4.4.2.2).
package struct StartPoint: Sendable, Hashable {
    /// From the beginning, or from the end where it is negative.
    package var timeOffset: MediaTime
    /// Whether nothing before that moment is shown.
    package var isPrecise: Bool
    package var unknownAttributes: [UnknownAttribute] = []

    package init(timeOffset: MediaTime, isPrecise: Bool = false) {
        self.timeOffset = timeOffset
        self.isPrecise = isPrecise
    }
}
