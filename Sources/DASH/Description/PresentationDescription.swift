package import Media

/// A media presentation of one period: what an MPD says (ISO/IEC 23009-1 5.3.1).
package struct PresentationDescription: Sendable, Hashable {
    /// How a presentation that goes on is to be followed.
    package struct Live: Sendable, Hashable {
        /// When media time zero was, as `xs:dateTime`.
        package var availabilityStart: String
        /// When this description was made, as `xs:dateTime`.
        package var publishTime: String
        /// How soon there may be news; nil when there will be none.
        package var updatePeriod: MediaTime?
        /// How much of the past is listed; nil for all of it.
        package var timeShiftBufferDepth: MediaTime?
        /// How far behind the newest media players stay.
        package var suggestedDelay: MediaTime
        /// Where players ask for the time; nil for nowhere.
        package var timeServer: String?

        package init(
            availabilityStart: String, publishTime: String, updatePeriod: MediaTime?,
            timeShiftBufferDepth: MediaTime?, suggestedDelay: MediaTime, timeServer: String? = nil
        ) {
            self.availabilityStart = availabilityStart
            self.publishTime = publishTime
            self.updatePeriod = updatePeriod
            self.timeShiftBufferDepth = timeShiftBufferDepth
            self.suggestedDelay = suggestedDelay
            self.timeServer = timeServer
        }
    }

    /// nil for a presentation that is there as a whole.
    package var live: Live?
    /// How long it is; nil while that is not known.
    package var duration: MediaTime?
    /// The longest segment.
    package var longestSegment: MediaTime
    /// What players load before they begin.
    package var minimumBuffer: MediaTime
    package var adaptationSets: [AdaptationSet]

    package init(
        live: Live? = nil, duration: MediaTime?, longestSegment: MediaTime, minimumBuffer: MediaTime,
        adaptationSets: [AdaptationSet]
    ) {
        self.live = live
        self.duration = duration
        self.longestSegment = longestSegment
        self.minimumBuffer = minimumBuffer
        self.adaptationSets = adaptationSets
    }
}
