import Foundation
import OutsidePrograms

/// A playlist as parsed by the Python package m3u8.
struct PythonPlaylist: Decodable, Sendable {
    struct Variant: Decodable, Sendable {
        var uri: String
        var bandwidth: Int
        var average_bandwidth: Int?
        var codecs: String?
        var resolution: [Int]?
        var frame_rate: Double?
    }
    struct Segment: Decodable, Sendable {
        var uri: String
        var duration: Double
        var map: String?
        var byterange: String?
    }

    var is_variant: Bool
    var is_endlist: Bool
    var is_independent_segments: Bool
    var is_i_frames_only: Bool
    var target_duration: Int?
    var media_sequence: Int?
    var playlist_type: String?
    var variants: [Variant]
    var media: [String?]
    var i_frame_variants: [String]
    var segments: [Segment]

    /// Whether the package can be installed; evaluated once.
    static var isAvailable: Bool {
        get async { await PythonEnvironment.isAvailable(package) }
    }

    /// Parses a playlist.
    init(_ url: URL, in scratch: Scratch) async throws {
        let python = try await PythonEnvironment.folder(with: Self.package).appending(path: "bin/python")
        let outcome = try await scratch.run(python.path, [Sluice.script("read-playlist.py").path, url.path]).succeeded()
        self = try JSONDecoder().decode(Self.self, from: Data(outcome.output.utf8))
    }

    private static let package = "m3u8==6.0.0"
}
