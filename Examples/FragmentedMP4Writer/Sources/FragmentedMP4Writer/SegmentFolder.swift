import AssetWriting
import Foundation
import Synchronization

/// Writes the segments that the writer delivers, and the playlists at the end.
final class SegmentFolder: AssetWriterDelegate {
    private struct State {
        var segments: [WrittenSegment] = []
        var initialization: WrittenSegment?
        var end = 0
        var failure: (any Error)?
    }

    private static let singleFileName = "media.mp4"

    private let command: ConversionCommand
    private let state = Mutex(State())

    init(_ command: ConversionCommand) throws {
        self.command = command
        try FileManager.default.createDirectory(at: command.folder, withIntermediateDirectories: true)
        if command.isSingleFile { try Data().write(to: file(Self.singleFileName)) }
    }

    func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType,
        segmentReport: AssetSegmentReport?
    ) {
        state.withLock { state in
            guard state.failure == nil else { return }
            do {
                try store(segmentData, segmentType, segmentReport, &state)
            } catch {
                state.failure = error
            }
        }
        if state.withLock({ $0.failure != nil }) { writer.cancelWriting() }
    }

    /// Writes the playlists. Throws the first error that occurred while segments were stored.
    func finish() throws {
        let (failure, initialization, segments) = state.withLock { ($0.failure, $0.initialization, $0.segments) }
        if let failure { throw failure }
        guard let initialization else { return }
        let playlists = Playlists(
            initialization: initialization, segments: segments, isSingleFile: command.isSingleFile)
        try Data(playlists.media.utf8).write(to: file("index.m3u8"))
        if let pictures = playlists.iFrames { try Data(pictures.utf8).write(to: file("iframes.m3u8")) }
    }

    private func store(
        _ data: ByteRope, _ type: AssetSegmentType, _ report: AssetSegmentReport?, _ state: inout State
    ) throws {
        let name =
            command.isSingleFile
            ? Self.singleFileName : type == .initialization ? "init.mp4" : "segment\(state.segments.count + 1).m4s"
        let bytes = Data(data.bytes)
        if command.isSingleFile {
            let handle = try FileHandle(forWritingTo: file(name))
            try handle.seekToEnd()
            try handle.write(contentsOf: bytes)
            try handle.close()
        } else {
            try bytes.write(to: file(name))
        }
        let start = command.isSingleFile ? state.end : 0
        let stored = WrittenSegment(name: name, start: start, length: bytes.count, report: report)
        state.end += bytes.count
        if type == .initialization { state.initialization = stored } else { state.segments.append(stored) }
    }

    private func file(_ name: String) -> URL { command.folder.appendingPathComponent(name) }
}

/// A segment stored in a file.
struct WrittenSegment: Sendable {
    var name: String
    /// The offset in the file, in bytes.
    var start: Int
    var length: Int
    var report: AssetSegmentReport?
}
