/// The names of the figures that the status of a run is assembled from. A stage that contributes one of them appears in
/// the corresponding part of the status.
package enum FigureName {
    // Renditions, by `rendition`.
    package static let targetDuration = "target-duration"
    package static let listedDuration = "listed-duration"
    package static let mediaSequence = "media-sequence-number"
    package static let discontinuities = "discontinuities"
    package static let gaps = "gaps"
    package static let declaredBandwidth = "bandwidth-declared"
    package static let peakBandwidth = "bandwidth-peak"
    package static let averageBandwidth = "bandwidth-average"
    package static let segmentDuration = "segment-duration"
    package static let publishDelay = "segment-publish-delay"
    // Sources.
    package static let reopenings = "source-reopenings"
    package static let lostTrack = "source-lost-track"
    // Origins; requests by `kind`, `code` and `protocol`, viewers by `rendition`.
    package static let originRequests = "origin-requests"
    package static let originSent = "origin-sent"
    package static let originWaiting = "origin-waiting-requests"
    package static let originConnections = "origin-connections"
    package static let originViewers = "origin-viewers"
    package static let originDistinctViewers = "origin-distinct-viewers"
    package static let originResponse = "origin-response"
    // Served movies; failures by `code`.
    package static let moviesOpen = "movies-open"
    package static let movieTables = "movie-tables"
    package static let moviesOpened = "movies-opened"
    package static let movieOpening = "movie-opening"
    package static let movieFailures = "movie-failures"
    // The cache of remote movies.
    package static let movieCacheHits = "movie-cache-hits"
    package static let movieCacheMisses = "movie-cache-misses"
    package static let movieFetched = "movie-fetched"
    package static let movieCached = "movie-cached"
    // Encodings on request; failures by `code`.
    package static let transcodesRunning = "transcodes-running"
    package static let transcodesQueued = "transcodes-queued"
    package static let transcodeTime = "transcode"
    package static let transcodeHits = "transcode-hits"
    package static let transcodeFailures = "transcode-failures"
    // Pushes, by `target`; failures by `reason` too.
    package static let pushBacklog = "push-backlog"
    package static let pushBacklogFiles = "push-backlog-files"
    package static let pushBehind = "push-behind"
    package static let pushFailures = "push-failures"
    package static let pushFailing = "push-failing"
    package static let pushSent = "push-sent"
    package static let pushTime = "push"
    // Encryption.
    package static let encryptedSize = "encrypted"
    package static let encryptedSegments = "encrypted-segments"
    package static let withheldSegments = "withheld-segments"
    package static let unencryptableSegments = "unencryptable-segments"
    package static let clearSlices = "clear-slices"
    package static let keyPeriod = "key-period"
    package static let keyDelay = "key-delay"
    package static let keyFailures = "key-failures"
    // Output folders, by `folder`.
    package static let diskFree = "disk-free"
    package static let diskUsed = "disk-used"
    package static let diskQuota = "disk-quota"
    // Live validation, by `rule` and `level`.
    package static let findings = "findings"
}
