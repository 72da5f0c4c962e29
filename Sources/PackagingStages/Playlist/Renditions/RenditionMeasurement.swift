import HLS
import Media

/// The properties of a rendition measured from its segments.
struct RenditionMeasurement: Sendable {
    private var frameRate = FrameRateMeter()
    /// The meters of the two playlists; nil for VOD, whose target duration is only known at the end.
    private var meters: (main: BandwidthMeter, iFrames: BandwidthMeter)?
    /// The number of samples per second of all tracks, in the newest segment.
    private(set) var sampleRate = 0.0
    /// Whether every segment so far starts with a sync sample.
    private(set) var isIndependent: Bool
    /// The caption services detected so far; nil if no segment was examined.
    private(set) var captionServices: Set<CaptionService>?

    init(target: TargetDuration?, isIndependent: Bool = true) {
        meters = target.map { (BandwidthMeter(target: $0), BandwidthMeter(target: $0)) }
        self.isIndependent = isIndependent
    }

    /// The frame rate to declare; nil before it is known.
    var measuredFrameRate: Ratio? { frameRate.ratio }

    /// The bandwidth of both playlists; nil for VOD.
    var bandwidth: RenditionBandwidth? {
        meters.map { RenditionBandwidth(main: $0.main.bandwidth, iFrames: $0.iFrames.bandwidth) }
    }

    /// Continues in another format.
    mutating func beginFormat() { frameRate.beginFormat() }

    /// Adds the samples of a segment. Returns whether it has caption services that no earlier one had.
    mutating func add(_ report: SegmentReport) -> Bool {
        var hasNewCaptions = false
        sampleRate = 0
        for track in report.tracks {
            if track.mediaType == .video {
                frameRate.add(sampleCount: track.sampleCount, duration: track.duration)
                // Leading pictures of SAP type 3 require the preceding segment.
                if ![1, 2].contains(track.firstVideoSample?.accessPointType) { isIndependent = false }
                if let services = track.captionServices {
                    let known = captionServices ?? []
                    hasNewCaptions = hasNewCaptions || !services.isSubset(of: known)
                    captionServices = known.union(services)
                }
            }
            if track.duration > .zero { sampleRate += Double(track.sampleCount) / track.duration.seconds }
        }
        return hasNewCaptions
    }

    /// Adds the bytes of a listed segment.
    mutating func add(_ segment: ListedSegment) {
        guard !segment.entry.isGap else { return }
        meters?.main.add(bytes: segment.byteCount, duration: segment.entry.duration)
        for frame in segment.iFrames { meters?.iFrames.add(frame) }
    }

    /// Measures the complete playlists of a VOD.
    static func bandwidth(of segments: [ListedSegment], target: TargetDuration) -> RenditionBandwidth {
        var main = BandwidthMeter(target: target)
        var iFrames = BandwidthMeter(target: target)
        for segment in segments where !segment.entry.isGap {
            main.add(bytes: segment.byteCount, duration: segment.entry.duration)
            for frame in segment.iFrames { iFrames.add(frame) }
        }
        return RenditionBandwidth(main: main.bandwidth, iFrames: iFrames.bandwidth)
    }
}

extension BandwidthMeter {
    /// Adds an entry of an I-frame playlist.
    fileprivate mutating func add(_ frame: MediaSegment) {
        add(bytes: frame.byteRange?.length ?? 0, duration: frame.duration)
    }
}
