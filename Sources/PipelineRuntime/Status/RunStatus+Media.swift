// Tracks, sources and renditions.
extension RunStatus {
    /// A track that a stage has sent.
    public struct TrackStatus: Sendable, Codable, Hashable {
        /// The number of the track in the run.
        public internal(set) var number: Int
        /// The display name; nil when there is none.
        public internal(set) var name: String?
        /// The BCP 47 language tag; nil when unknown.
        public internal(set) var language: String?
        /// `video`, `audio` and so on.
        public internal(set) var mediaType: String
        /// The RFC 6381 codec string; for uncompressed media the format, such as `NV12`.
        public internal(set) var codec: String
        /// The size of video in pixels.
        public internal(set) var width: Int?
        public internal(set) var height: Int?
        /// The nominal frame rate in frames per second; nil when unknown.
        public internal(set) var frameRate: Double?
        /// The sample rate of audio in Hz.
        public internal(set) var sampleRate: Int?
        public internal(set) var channels: Int?
        /// The bit rate that the source or encoder declares, in bits per second; nil when unknown.
        public internal(set) var declaredBitRate: Int?
        /// The mean bit rate since the start of the track, in bits per second; nil before the second payload and for
        /// uncompressed media.
        public internal(set) var averageBitRate: Double?
        /// The number of payloads sent.
        public internal(set) var payloads = 0
        /// The size of the payloads sent, in bytes.
        public internal(set) var bytes = 0
        /// The media time sent, in seconds.
        public internal(set) var seconds = 0.0
        /// Whether the track has ended.
        public internal(set) var hasEnded = false
    }

    /// The state of a source.
    public enum SourceState: String, Sendable, Codable, Hashable, CaseIterable {
        /// The source delivers, or may be waiting for the stages below.
        case running
        /// A live source has delivered nothing for two seconds.
        case stalled
        /// The source is lost.
        case lost
        /// The source is lost, and reopening it has failed at least once.
        case retrying
        /// The source has ended.
        case ended
    }

    /// The progress of a source.
    public struct SourceStatus: Sendable, Codable, Hashable {
        /// The name of the stage.
        public internal(set) var stage: String
        /// The media time since the first payload, in seconds; nil before the first payload.
        public internal(set) var position: Double?
        /// The duration that the source declares, in seconds; nil when it declares none.
        public internal(set) var duration: Double?
        /// Whether the source is lost, and being reopened.
        public internal(set) var isLost = false
        public internal(set) var state = SourceState.running
        /// Whether the source captures live media.
        public internal(set) var isLive = false
        /// The number of losses.
        public internal(set) var losses = 0
        /// The duration of all losses in seconds, including the current one.
        public internal(set) var lostSeconds = 0.0
        /// The number of times that a lost source delivered again.
        public internal(set) var reconnects = 0
        /// The date of the last payload in seconds since 1970; nil before it.
        public internal(set) var lastFrameTime: Double?
    }

    /// The segments of one rendition that a sink has published.
    ///
    /// Values that only the playlist writer knows are nil without one, and before the first playlist.
    public struct RenditionStatus: Sendable, Codable, Hashable {
        /// The name of the sink.
        public internal(set) var sink: String
        /// The name of the rendition.
        public internal(set) var name: String
        /// The number of media segments that the sink has published, without gaps and initialization segments.
        public internal(set) var segments = 0
        /// The number of parts of segments that the sink has published.
        public internal(set) var parts = 0
        /// The size of the published segments, in bytes.
        public internal(set) var bytes = 0
        /// The media duration of the published segments, in seconds.
        public internal(set) var seconds = 0.0
        /// The path of the newest segment.
        public internal(set) var lastPath = ""
        /// The media duration of the newest segment, in seconds.
        public internal(set) var lastSeconds = 0.0
        /// The time since the newest segment was published, in seconds.
        public internal(set) var age = 0.0
        /// The date of the newest segment or part, in seconds since 1970.
        public internal(set) var lastTime: Double?
        /// The time from the capture of the last frame of the newest segment or part to its publication, in seconds;
        /// nil for media that is not captured live.
        public internal(set) var publishDelay: Double?
        /// The target duration of the playlist, in seconds.
        public internal(set) var targetSeconds: Double?
        /// The duration of the listed segments, in seconds.
        public internal(set) var listedSeconds: Double?
        /// The media sequence number of the playlist.
        public internal(set) var mediaSequence: Int?
        /// The number of discontinuities so far.
        public internal(set) var discontinuities: Int?
        /// The number of segments listed as gaps so far.
        public internal(set) var gaps: Int?
        /// The declared peak bandwidth, in bits per second.
        public internal(set) var declaredBandwidth: Int?
        /// The measured peak bandwidth, in bits per second.
        public internal(set) var peakBandwidth: Int?
        /// The measured average bandwidth, in bits per second.
        public internal(set) var averageBandwidth: Int?

        /// Whether a player can start: at least three target durations are listed. nil when the target duration is
        /// unknown.
        public var isPlayable: Bool? {
            guard let targetSeconds, let listedSeconds else { return nil }
            return listedSeconds >= 3 * targetSeconds
        }
    }
}

extension RunStatus {
    /// Whether a player can start in every rendition.
    ///
    /// Renditions that no media playlist lists, such as thumbnails, count only if there are no others: then three
    /// segments suffice.
    public var isPlayable: Bool {
        let listed = renditions.compactMap(\.isPlayable)
        if !listed.isEmpty { return listed.allSatisfy(\.self) }
        return !renditions.isEmpty && renditions.allSatisfy { $0.segments >= 3 }
    }
}
