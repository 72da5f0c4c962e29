import Foundation
import Media
import OutsidePrograms
import StageKit
import Synchronization

@testable import GStreamerStages

/// One file, read by `file.read` and by ffprobe.
struct ContainerReading {
    /// Packets by media type, as ffprobe counts them.
    let packets: [String: Int]
    let collector: Collector<Sample>
    let problems: [Problem]
    /// Figures of the stage, such as `track-2-left-out-samples`.
    let measures: [String: Double]
    let failure: StageError?

    /// Makes a file of one second with these options of ffmpeg and reads it.
    static func make(
        _ name: String, video: [String]? = nil, audio: [String]? = nil, in folder: TestFolder
    ) async throws -> ContainerReading {
        var arguments = ["-v", "error", "-y"]
        if video != nil { arguments += ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1"] }
        if audio != nil { arguments += ["-f", "lavfi", "-i", "sine=440:duration=1:sample_rate=48000"] }
        try command("ffmpeg", arguments + (video ?? []) + (audio ?? []) + [folder.path(name)])
        return try await ContainerReading(folder.path(name))
    }

    init(_ path: String) async throws {
        let text = try command(
            "ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=codec_type,nb_read_packets", "-of",
            "csv=p=0", path)
        var packets: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ",")
            if fields.count >= 2 { packets[String(fields[0]), default: 0] += Int(fields[1]) ?? 0 }
        }
        self.packets = packets
        let figures = Figures()
        let reports = Reports()
        collector = Collector()
        var options = DemuxedRead.Options()
        options.path = path
        let context = StageContext(
            stageName: "read", reporter: { reports.add($0) },
            meter: { name, value in figures.set(name, value) })
        var failure: StageError?
        do {
            try await DemuxedRead(options: options).run(output: collector, context: context)
        } catch let error as StageError {
            failure = error
        }
        self.failure = failure
        problems = reports.problems
        measures = figures.values
    }

    /// The samples of the tracks of a type.
    func samples(_ type: MediaType) -> [Sample] {
        let ids = Set(collector.tracks.filter { $0.mediaType == type }.map(\.id))
        return collector.payloads.filter { ids.contains($0.track) }
    }

    /// The numbers of omitted samples by track and reason.
    var leftOut: [Int] { measures.filter { $0.key.hasSuffix("-left-out-samples") }.map { Int($0.value) } }
}

/// Stores the measurements of stages.
private final class Figures: Sendable {
    private let all = Mutex<[String: Double]>([:])
    var values: [String: Double] { all.withLock { $0 } }
    func set(_ name: String, _ value: Double) { all.withLock { $0[name] = value } }
}
