package import Media

/// The preferred start position (RFC 8216bis 4.4.2.2).
package struct StartPoint: Sendable, Hashable {
    /// The offset from the start; from the end if negative.
    package var timeOffset: MediaTime
    /// Whether samples before the offset are not presented.
    package var isPrecise: Bool
    package var unknownAttributes: [UnknownAttribute] = []

    package init(timeOffset: MediaTime, isPrecise: Bool = false) {
        self.timeOffset = timeOffset
        self.isPrecise = isPrecise
    }
}
