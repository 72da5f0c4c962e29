package import Media

/// The content of an MPD (ISO/IEC 23009-1 5.3.1).
package struct MediaPresentationDescription: Sendable, Hashable {
    /// The attributes of a live presentation (type `dynamic`).
    package struct Live: Sendable, Hashable {
        /// The wall-clock time of media time zero, as `xs:dateTime`.
        package var availabilityStart: String
        /// The time at which this description was published, as `xs:dateTime`.
        package var publishTime: String
        /// The minimum interval between updates; nil if there will be no more updates.
        package var updatePeriod: MediaTime?
        /// The duration of the time-shift window; nil if all segments are listed.
        package var timeShiftBufferDepth: MediaTime?
        /// The delay that players should keep behind the live edge.
        package var suggestedDelay: MediaTime
        /// The URL of a time server for clock synchronization; nil for none.
        package var timeServer: String?
        /// The delivery of segments while they are made; nil if only complete segments are available.
        package var lowLatency: LowLatencyDelivery?

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

    /// The live attributes; nil for a static presentation.
    package var live: Live?
    /// The total duration; nil while it is unknown.
    package var duration: MediaTime?
    /// The duration of the longest segment.
    package var maximumSegmentDuration: MediaTime
    /// The media duration that players buffer before playback starts.
    package var minimumBufferTime: MediaTime
    /// The periods in the order of time.
    package var periods: [PresentationPeriod]
    /// The base URL of the segments; nil for the URL of the MPD.
    package var baseURL: String?

    /// A presentation with one period.
    package init(
        live: Live? = nil, duration: MediaTime?, maximumSegmentDuration: MediaTime, minimumBufferTime: MediaTime,
        adaptationSets: [AdaptationSet]
    ) {
        self.init(
            live: live, duration: duration, maximumSegmentDuration: maximumSegmentDuration,
            minimumBufferTime: minimumBufferTime,
            periods: [PresentationPeriod(id: "1", adaptationSets: adaptationSets)])
    }

    package init(
        live: Live? = nil, duration: MediaTime?, maximumSegmentDuration: MediaTime, minimumBufferTime: MediaTime,
        periods: [PresentationPeriod]
    ) {
        self.live = live
        self.duration = duration
        self.maximumSegmentDuration = maximumSegmentDuration
        self.minimumBufferTime = minimumBufferTime
        self.periods = periods
    }

    /// The adaptation sets of all periods.
    var adaptationSets: [AdaptationSet] { periods.flatMap(\.adaptationSets) }
}
