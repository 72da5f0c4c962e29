import EncodingJobs
import GStreamerStages
import StageKit

extension TwoPassEncoding {
    /// The two passes of `video.encode`.
    static let video = TwoPassEncoding(
        analysis: { stage in try encoder(stage).map { .processor(try $0.analysis()) } },
        pass: { stage, pass, share in
            guard let encoder = encoder(stage) else { return stage }
            switch pass {
            case .first(let record): return .processor(encoder.pass(.first(record: record), share: share))
            case .last(let record): return .processor(encoder.pass(.last(record: record), share: share))
            }
        })

    private static func encoder(_ stage: AnyStage) -> VideoEncode? {
        guard case .processor(let stage) = stage, let encoder = stage as? VideoEncode, encoder.hasTwoPasses else {
            return nil
        }
        return encoder
    }
}
