public import StageKit

// Origins, remote stores, output folders and live validation.
extension RunStatus {
    /// The figures of a presentation that an origin serves.
    public struct OriginStatus: Sendable, Codable, Hashable {
        /// The responses of one kind.
        public struct Requests: Sendable, Codable, Hashable {
            /// `playlist`, `segment`, `part`, `initialization`, `key`, `page` or `other`.
            public internal(set) var kind: String
            /// The class of the status code, such as `2xx`.
            public internal(set) var code: String
            /// `http/1.1` or `h2`.
            public internal(set) var `protocol`: String
            public internal(set) var count: Int
        }

        /// The viewers of a rendition.
        public struct Viewers: Sendable, Codable, Hashable {
            /// The path of the media playlist.
            public internal(set) var rendition: String
            public internal(set) var count: Int
        }

        /// The name of the stage.
        public internal(set) var stage: String
        public internal(set) var requests: [Requests] = []
        /// The size of the response bodies, in bytes.
        public internal(set) var sentBytes = 0
        /// Requests held until their resource is published.
        public internal(set) var waitingRequests = 0
        /// Open connections of the server, which other stages may share.
        public internal(set) var connections = 0
        /// The estimated viewers: distinct pairs of client address and `User-Agent` that have requested the media
        /// playlist within three target durations. Viewers behind a shared cache or proxy count as one.
        public internal(set) var viewers: [Viewers] = []
        /// The estimated viewers of the presentation: distinct clients of all its media playlists.
        public internal(set) var distinctViewers = 0
        /// The time from the arrival of a request to its response, in seconds, including the time that blocking
        /// requests are held; nil before the first request.
        public internal(set) var responseSeconds: FigureHistogram.Reading?
    }

    /// The figures of a remote store.
    public struct PushStatus: Sendable, Codable, Hashable {
        /// The name of the stage.
        public internal(set) var stage: String
        /// The URL of the store without credentials.
        public internal(set) var target: String
        /// Whether the store does not accept files at present.
        public internal(set) var isFailing = false
        /// The size of the queued files, in bytes.
        public internal(set) var backlogBytes = 0
        /// The number of queued files.
        public internal(set) var backlogFiles = 0
        /// The age of the oldest queued file, in seconds.
        public internal(set) var behindSeconds = 0.0
        /// The size of the files that the store has accepted, in bytes.
        public internal(set) var sentBytes = 0
        /// The number of failed and refused requests, and of dropped files.
        public internal(set) var failures = 0
        /// The newest problem of the stage; nil when there is none.
        public internal(set) var lastError: String?
        /// The time from the publication of a file to its acceptance by the store, in seconds; nil before the first
        /// file.
        public internal(set) var seconds: FigureHistogram.Reading?
    }

    /// The space of an output folder.
    public struct DiskStatus: Sendable, Codable, Hashable {
        /// The name of the stage.
        public internal(set) var stage: String
        public internal(set) var folder: String
        /// The free space of the file system, in bytes.
        public internal(set) var freeBytes: Int
        /// The size of the files of the presentation, in bytes; nil without a journal.
        public internal(set) var usedBytes: Int?
        /// The quota for the files of the presentation, in bytes; nil without one.
        public internal(set) var quotaBytes: Int?
    }

    /// The results of a hook since the process started.
    public struct HookStatus: Sendable, Codable, Hashable {
        public internal(set) var name: String
        /// The number of events that the recipient has accepted.
        public internal(set) var delivered = 0
        /// The number of events that the recipient did not accept in any attempt.
        public internal(set) var failed = 0
        /// The number of events that were dropped because too many waited.
        public internal(set) var dropped = 0
        /// The number of events that wait or are being delivered.
        public internal(set) var waiting = 0

        package init(name: String, delivered: Int, failed: Int, dropped: Int, waiting: Int) {
            (self.name, self.delivered, self.failed) = (name, delivered, failed)
            (self.dropped, self.waiting) = (dropped, waiting)
        }
    }

    /// The findings of one rule in live validation.
    public struct FindingStatus: Sendable, Codable, Hashable {
        /// The name of the stage.
        public internal(set) var stage: String
        /// The identifier of the rule, such as `R80`.
        public internal(set) var rule: String
        /// `must` or `should`.
        public internal(set) var level: String
        public internal(set) var count: Int
    }
}
