import AVFoundationCompatibility
import Foundation

/// A delegate as in Apple's sample program: it stores segments, and writes playlists from their reports.
///
/// Not Sendable, like the classes of programs written for AVFoundation.
final class PresentationFolder: NSObject, AVAssetWriterDelegate {
    struct StoredSegment {
        var name: String
        var report: AVAssetSegmentReport
    }

    let folder: WritingFolder
    let name: String
    private(set) var initialization: Data?
    private(set) var segments: [StoredSegment] = []
    private(set) var media = Data()

    init(_ folder: WritingFolder, name: String = "out") throws {
        self.folder = folder
        self.name = name
        try FileManager.default.createDirectory(at: folder.url(name), withIntermediateDirectories: true)
    }

    func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    ) {
        do {
            switch segmentType {
            case .initialization:
                initialization = segmentData
                try segmentData.write(to: folder.url("\(name)/init.mp4"))
            case .separable:
                guard let segmentReport else { throw AVError(.unknown) }
                let file = "segment\(segments.count + 1).m4s"
                try segmentData.write(to: folder.url("\(name)/\(file)"))
                segments.append(StoredSegment(name: file, report: segmentReport))
                media.append(segmentData)
            }
        } catch {
            writer.cancelWriting()
        }
    }

    /// Writes the media playlist and, for video, the I-frame playlist.
    func finish() throws {
        let reports = segments.compactMap { segment in
            (segment.report.trackReports.first { $0.mediaType == .video } ?? segment.report.trackReports.first)
                .map { (segment.name, $0) }
        }
        var entries: [(name: String, duration: CMTime, length: Int?)] = []
        for (index, (name, report)) in reports.enumerated() {
            let next = index + 1 < reports.count ? reports[index + 1].1.earliestPresentationTimeStamp : nil
            let duration = next.map { $0 - report.earliestPresentationTimeStamp } ?? report.duration
            let frame = report.firstVideoSampleInformation
            entries.append((name, duration, frame.map { $0.offset + $0.length }))
        }
        try playlist(entries.map { ($0.name, $0.duration, nil) }, isIFrames: false)
            .write(to: folder.url("\(name)/index.m3u8"), atomically: true, encoding: .utf8)
        guard entries.allSatisfy({ $0.length != nil }) else { return }
        try playlist(entries, isIFrames: true)
            .write(to: folder.url("\(name)/iframes.m3u8"), atomically: true, encoding: .utf8)
    }

    private func playlist(_ entries: [(name: String, duration: CMTime, length: Int?)], isIFrames: Bool) -> String {
        let target = entries.map { Int($0.duration.seconds.rounded()) }.max() ?? 1
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(max(1, target))", "#EXT-X-MEDIA-SEQUENCE:1",
            "#EXT-X-PLAYLIST-TYPE:VOD", isIFrames ? "#EXT-X-I-FRAMES-ONLY" : "#EXT-X-INDEPENDENT-SEGMENTS",
            "#EXT-X-MAP:URI=\"init.mp4\"",
        ]
        for entry in entries {
            lines.append("#EXTINF:\(String(format: "%.5f", entry.duration.seconds)),")
            if let length = entry.length { lines.append("#EXT-X-BYTERANGE:\(length)@0") }
            lines.append(entry.name)
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }
}
