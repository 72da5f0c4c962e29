import ScriptedMedia
import AssetWriting
import Media
import Synchronization

/// Stores the segments that a writer delivers.
final class SegmentCollector: AssetWriterDelegate {
    struct Piece: Sendable {
        var data: [UInt8]
        var type: AssetSegmentType
        var report: AssetSegmentReport?
    }

    private let received = Mutex<[Piece]>([])
    var pieces: [Piece] { received.withLock { $0 } }
    var media: [Piece] { pieces.filter { $0.type == .separable } }

    /// Retained collectors, because writers reference their delegates weakly.
    private static let retained = Mutex<[(isWriterThere: @Sendable () -> Bool, collector: SegmentCollector)]>([])

    /// Becomes the delegate of a writer and is retained while the writer exists.
    func collect(from writer: AssetWriter) {
        writer.delegate = self
        Self.retained.withLock { retained in
            retained.removeAll { !$0.isWriterThere() }
            retained.append(({ [weak writer] in writer != nil }, self))
        }
    }

    func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType,
        segmentReport: AssetSegmentReport?
    ) {
        let piece = Piece(data: segmentData.bytes, type: segmentType, report: segmentReport)
        received.withLock { $0.append(piece) }
    }
}

/// A delegate with only the method without reports.
final class ReportlessCollector: AssetWriterDelegate {
    private let received = Mutex<[AssetSegmentType]>([])
    var types: [AssetSegmentType] { received.withLock { $0 } }

    func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType
    ) {
        received.withLock { $0.append(segmentType) }
    }
}

extension Script {
    /// A writer configured as in the talk, with a passthrough input per script.
    static func writer(
        for scripts: [Script], interval: MediaTime = .seconds(6), profile: FileTypeProfile = .mpeg4AppleHLS,
        start: MediaTime = .zero
    ) -> (writer: AssetWriter, inputs: [AssetWriterInput], collector: SegmentCollector) {
        let writer = AssetWriter(contentType: ContentType(FileType.mp4.rawValue))
        let inputs = scripts.map {
            AssetWriterInput(mediaType: $0.track.mediaType, outputSettings: nil, sourceFormatHint: $0.track.format)
        }
        for input in inputs { writer.add(input) }
        writer.outputFileTypeProfile = profile
        writer.preferredOutputSegmentInterval = interval
        if !interval.isIndefinite { writer.initialSegmentStartTime = start }
        let collector = SegmentCollector()
        collector.collect(from: writer)
        return (writer, inputs, collector)
    }

    /// Returns the script with later times.
    func shifted(by offset: MediaTime) -> Script {
        Script(track: track, samples: samples.map { $0.shifted(by: offset) })
    }

    /// Returns the script with other sync samples.
    func syncs(_ isSync: (Int) -> Bool) -> Script {
        var result = self
        for index in samples.indices { result.samples[index].flags = isSync(index) ? .sync : .predicted }
        return result
    }
}

extension AssetWriter {
    /// Starts writing and a session; returns whether writing started.
    func begin(at time: MediaTime = .zero) -> Bool {
        guard startWriting() else { return false }
        startSession(atSourceTime: time)
        return true
    }
}
