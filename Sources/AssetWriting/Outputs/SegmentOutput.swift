import Packaging
import ISOMedia
import Media

/// The output of a writer without a file: a fragmenter configured from the writer's properties.
struct SegmentOutput: Sendable {
    private var fragmenter: Fragmenter

    init(_ configuration: WriterConfiguration, profile: FileTypeProfile, interval: MediaTime, sessionStart: MediaTime) {
        var settings = FragmenterSettings(profile: profile, interval: interval)
        // Times are written unchanged: a program that needs an offset adds it to the samples.
        settings.timeOffset = .zero
        settings.initialSegmentStartTime = configuration.initialSegmentStartTime ?? sessionStart
        settings.initialMovieFragmentSequenceNumber = UInt32(clamping: configuration.initialMovieFragmentSequenceNumber)
        settings.packaging = .together
        settings.refusesNonSyncStarts = true
        settings.keepsTrackIDs = true
        settings.isCombinable = configuration.producesCombinableFragments
        settings.metadata = configuration.metadata
        if configuration.movieTimeScale > 0 { settings.movieTimescale = UInt32(configuration.movieTimeScale) }
        fragmenter = Fragmenter(settings: settings)
    }

    mutating func add(
        _ track: Track, _ settings: MovieTrackSettings, _ associations: [OutputAssociation]
    ) throws(AssetWriterError) {
        let references = associations.map { TrackReference(kind: $0.type.code, trackIDs: [$0.target.rawValue]) }
        try fragmenter.add(track, settings, references: references)
    }

    mutating func append(_ sample: Sample) throws(AssetWriterError) { try fragmenter.append(sample) }
    mutating func end(_ track: Track.ID) throws(AssetWriterError) { try fragmenter.end(track) }
    mutating func trim(from time: MediaTime) { fragmenter.trim(from: time) }
    mutating func flush() throws(AssetWriterError) { try fragmenter.flush() }
    mutating func finish() throws(AssetWriterError) { try fragmenter.finish() }

    /// The completed segments; nil when there are none.
    mutating func removeSegments() -> [Segment]? {
        fragmenter.hasSegments ? fragmenter.dequeueSegments() : nil
    }
}
