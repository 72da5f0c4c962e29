import Foundation

/// The quality of the frames of a job, compared with those of one run.
struct JobQuality: CustomStringConvertible {
    /// The PSNR of each frame in one run less that in the job, in dB.
    private(set) var differences: [Double] = []
    /// The bytes of the job's video relative to those of one run.
    private(set) var byteRatio: Double = 0

    var meanDifference: Double { differences.reduce(0, +) / Double(max(1, differences.count)) }
    /// The PSNR of the mean error in one run less that in the job, in dB.
    private(set) var differenceOfMeans: Double = 0
    var description: String {
        "mean \(meanDifference) dB, of means \(differenceOfMeans) dB, worst \(differences.max() ?? 0) dB, bytes \(byteRatio)"
    }

    /// Compares the folders of two presentations of `source`.
    init(_ whole: String, _ job: String, _ source: URL, in scratch: Scratch) async throws {
        let one = try await Self.psnr(of: "\(whole)/video/playlist.m3u8", source, in: scratch)
        let other = try await Self.psnr(of: "\(job)/video/playlist.m3u8", source, in: scratch)
        guard one.count == other.count, !one.isEmpty else {
            throw Unable("one run has \(one.count) frames, and the job \(other.count)")
        }
        differences = zip(one, other).map(-)
        func quality(_ values: [Double]) -> Double {
            -10 * log10(values.reduce(0) { $0 + pow(10, -$1 / 10) } / Double(values.count))
        }
        differenceOfMeans = quality(one) - quality(other)
        byteRatio = try Double(Self.bytes(job, in: scratch)) / Double(Self.bytes(whole, in: scratch))
    }

    /// The luma PSNR of each frame.
    static func psnr(of playlist: String, _ source: URL, in scratch: Scratch) async throws -> [Double] {
        let record = playlist.split(separator: "/").first.map(String.init) ?? playlist
        let numbered = "settb=1/1000,setpts=N"
        let filter = "[0:v]\(numbered)[a];[1:v]\(numbered)[b];[a][b]psnr=stats_file=\(record).psnr"
        _ = try await scratch.run(
            "ffmpeg",
            [
                "-v", "quiet", "-i", playlist, "-i", source.path, "-lavfi", filter, "-f", "null",
                "-",
            ], limit: 120
        ).succeeded()
        let text = try String(contentsOf: scratch.file("\(record).psnr"), encoding: .utf8)
        return text.matches(of: /psnr_y:([0-9.]+|inf)/).map { Double(String($0.1)).map { min($0, 100) } ?? 100 }
    }

    static func bytes(_ folder: String, in scratch: Scratch) throws -> Int {
        let files = try FileManager.default.contentsOfDirectory(
            at: scratch.file("\(folder)/video"), includingPropertiesForKeys: [.fileSizeKey])
        return try files.filter { $0.pathExtension == "m4s" }
            .reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
    }
}
