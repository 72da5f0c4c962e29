import EncodingJobs
import GStreamerStages
import Media
import Sluice
import StageKit

/// The choice of a ladder for one title.
struct TitleLadder {
    private let path: String

    init(path: String) { self.path = path }

    /// Encodes extracts of the title at several sizes and qualities, and chooses rungs.
    func analyze(_ probe: JobProbe) async throws -> LadderAnalysis {
        let format = try await probe.videoFormat()
        let measurement = LadderMeasurement(path: path, format: format)
        let extracts = LadderAnalysis.extracts(of: try await probe.mediaDuration())
        let rate = format.nominalFrameRate?.value ?? 25
        var points: [LadderPoint] = []
        for size in measurement.sizes {
            for quality in LadderAnalysis.qualities {
                var (bytes, frames, similarity) = (Int64(0), Int64(0), 0.0)
                for extract in extracts {
                    let result = try await measurement.measure(
                        size, quality: quality, from: extract.start, duration: extract.duration)
                    bytes += result.byteCount
                    frames += result.frameCount
                    similarity += result.similarity * Double(result.frameCount)
                }
                points.append(point(size, quality, bytes, frames, similarity / Double(max(1, frames)), rate))
            }
        }
        let analysis = LadderAnalysis(extracts: extracts, points: points, fixed: measurement.fixedRate)
        guard !analysis.rungs.isEmpty else {
            throw JobError("no ladder fits the extracts of '\(path)'; use --ladder fixed")
        }
        return analysis
    }

    private func point(
        _ size: PixelSize, _ quality: Int, _ bytes: Int64, _ frames: Int64, _ similarity: Double, _ rate: Double
    ) -> LadderPoint {
        let kilobits = Double(bytes) * 8 / 1000 * rate / Double(max(1, frames))
        return LadderPoint(
            size: size, quality: quality, kilobits: rounded(kilobits),
            decibels: rounded(LadderAnalysis.decibels(similarity)))
    }

    /// Rounded to thousandths, so that plans are short.
    private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

    /// The rungs as an option of `video.encode`. The maximum bit rate of a rung is twice its average.
    static func rungs(_ analysis: LadderAnalysis) -> [LadderRung] {
        analysis.rungs.map { chosen in
            var rung = LadderRung()
            rung.size = chosen.point.size
            rung.quality = chosen.point.quality
            let kilobits = Int(chosen.point.kilobits.rounded())
            rung.bitRate = .kilobits(max(32, kilobits * 2))
            rung.name = "video-\(min(chosen.point.size.width, chosen.point.size.height))p-\(kilobits)k"
            return rung
        }
    }

    /// The analysis as a table.
    static func text(_ analysis: LadderAnalysis) -> String {
        var lines = ["size        quality  kbit/s  SSIM dB  fixed ladder kbit/s"]
        for rung in analysis.rungs {
            let fixed = rung.fixedKilobits.map { fixed in
                let saved = Int(((1 - rung.point.kilobits / fixed) * 100).rounded())
                return "\(Int(fixed)) (\(saved) % saved)"
            }
            let columns = [
                (rung.point.size.optionText, 10), ("\(rung.point.quality)", 9), ("\(Int(rung.point.kilobits))", 8),
                (MediaTime(seconds: rung.point.decibels, preferredTimescale: 100).decimal(places: 2), 9),
            ]
            let text = columns.enumerated().map { place, column in
                place == 0 ? padded(column.0, column.1, left: false) : padded(column.0, column.1, left: true)
            }
            lines.append(text.joined() + "  " + (fixed ?? "-"))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func padded(_ text: String, _ width: Int, left: Bool) -> String {
        let spaces = String(repeating: " ", count: max(0, width - text.count))
        return left ? spaces + text : text + spaces
    }
}
