import AssetWriting
import Foundation
import OutsidePrograms
import Testing

/// The output of an encoding writer: segments of either profile, or a movie of either type.
enum Destination: String, CaseIterable, CustomTestStringConvertible {
    case appleHLS
    case cmaf
    case mp4
    case mov

    var testDescription: String { rawValue }
    var writesSegments: Bool { self == .appleHLS || self == .cmaf }

    /// Encodes one input with `settings`, fed by `feed`, into one file; returns it with the segment reports, if any.
    func encode(
        _ settings: OutputSettings, into folder: TestFolder, interval: MediaTime = .seconds(1),
        hint: MediaFormat? = nil, start: MediaTime = .seconds(10),
        _ feed: (AssetWriterInput) async throws -> Void
    ) async throws -> Encoded {
        let path = folder.path("encoded." + (self == .mov ? "mov" : "mp4"))
        let writer =
            writesSegments
            ? AssetWriter(contentType: .mp4)
            : AssetWriter(url: FileURL(fileURLWithPath: path), fileType: self == .mov ? .mov : .mp4)
        if writesSegments {
            writer.outputFileTypeProfile = self == .cmaf ? .mpeg4CMAFCompliant : .mpeg4AppleHLS
            writer.preferredOutputSegmentInterval = interval
            writer.initialSegmentStartTime = start
        }
        let input = AssetWriterInput(
            mediaType: settings.mediaType, outputSettings: settings, sourceFormatHint: hint)
        #expect(writer.add(input), "\(writer.error?.message ?? "")")
        let segments = writer.segments
        guard writer.startWriting() else { throw try #require(writer.error) }
        writer.startSession(atSourceTime: start)
        async let collected = segments.reduce(into: [AssetSegment]()) { $0.append($1) }
        try await feed(input)
        await writer.finishWriting()
        if let error = writer.error { throw error }
        #expect(writer.status == .completed)
        let all = try await collected
        if writesSegments { try Data(all.flatMap(\.data.bytes)).write(to: URL(fileURLWithPath: path)) }
        return Encoded(path: path, reports: all.compactMap { $0.report?.trackReports.first })
    }
}

/// The written output.
struct Encoded {
    let path: String
    let reports: [AssetSegmentTrackReport]

    /// Returns ffmpeg's messages while it decodes all media.
    func decodingMessages() throws -> String { try command("ffmpeg", "-v", "warning", "-i", path, "-f", "null", "-") }
}
