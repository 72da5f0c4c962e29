import Digests
import ISOMedia
import Media
import StageKit
import Synchronization

/// Stores the segments of a task in the folder of an attempt, and records them.
struct StoreSegments: Sink {
    static let kind = "job.segments"
    static let abstract = "Stores the segments of a task."

    private let folder: AttemptFolder?
    private let path: @Sendable (Segment) -> String?
    let results: Results

    /// The recorded renditions, in the order of their first segments.
    final class Results: Sendable {
        private let state = Mutex<[ReportedRendition]>([])

        var renditions: [ReportedRendition] { state.withLock { $0 } }

        fileprivate func record(_ segment: Segment, _ file: ReportedFile?, decodeTime: Int64?) throws(StageError) {
            try state.withLock { renditions throws(StageError) in
                let id = segment.rendition.id
                let index = renditions.firstIndex { $0.rendition.id == id } ?? renditions.endIndex
                if index == renditions.endIndex { renditions.append(ReportedRendition(segment.rendition)) }
                switch segment.kind {
                case .initialization:
                    guard renditions[index].initialization == nil, renditions[index].segments.isEmpty else {
                        throw StageError(
                            .unsupportedMedia,
                            "the format of rendition '\(id)' changes, which a job cannot represent; run the pipeline "
                                + "with 'sluice run'")
                    }
                    renditions[index].rendition = segment.rendition
                    renditions[index].initialization = file
                case .separable:
                    guard let file else { return }
                    renditions[index].segments.append(
                        ReportedSegment(
                            index: segment.index, file: file, report: segment.report, decodeTime: decodeTime))
                case .gap:
                    renditions[index].segments.append(
                        ReportedSegment(index: segment.index, file: nil, report: segment.report, decodeTime: nil))
                case .part:
                    throw StageError(
                        .unsupportedMedia,
                        "rendition '\(id)' has parts, which a job cannot represent; run the pipeline with "
                            + "'sluice run'")
                }
            }
        }
    }

    init(options: NoOptions) {
        (folder, path, results) = (nil, { _ in nil }, Results())
    }

    init(in folder: AttemptFolder, path: @escaping @Sendable (Segment) -> String?, results: Results) {
        (self.folder, self.path, self.results) = (folder, path, results)
    }

    func run(input: any Inlet<Segment>, context: StageContext) async throws {
        while let messages = try await input.receive() {
            for case .payload(let segment) in messages { try store(segment) }
        }
    }

    private func store(_ segment: Segment) throws {
        var file: ReportedFile?
        if let path = path(segment) {
            do throws(JobError) {
                try folder?.store(segment.data, at: path)
            } catch {
                throw StageError(.unwritableOutput, error.message)
            }
            file = ReportedFile(
                path: path, byteCount: segment.data.count, digest: SHA256.text(of: segment.data.slices))
        }
        try results.record(segment, file, decodeTime: Self.decodeTime(of: segment))
    }

    /// The decode time in the first fragment, in ticks; nil for segments without fragments.
    private static func decodeTime(of segment: Segment) -> Int64? {
        guard segment.kind == .separable, segment.rendition.images == nil, let header = segment.data.slices.first else {
            return nil
        }
        let measurement = SegmentMeasurement(header, initialization: nil)
        return measurement.fragments.first?.tracks.first?.decodeTime
    }
}
