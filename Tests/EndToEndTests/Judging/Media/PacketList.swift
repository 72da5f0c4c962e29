import Foundation

/// The tracks and packets that ffprobe lists for a file, in decode order.
struct PacketList: Sendable {
    struct Track: Decodable, Sendable {
        var index: Int
        var codec_type: String
        var codec_name: String?
        var profile: String?
        var level: Int?
        var width: Int?
        var height: Int?
        var time_base: Ratio
        var avg_frame_rate: Ratio?
        var channels: Int?
        var sample_rate: String?
    }

    struct Packet: Decodable, Sendable {
        var stream_index: Int
        var pts: Int64?
        var dts: Int64?
        var duration: Int64?
        var size: String
        var pos: String?
        var flags: String
        var data_hash: String?
        var isSync: Bool { flags.hasPrefix("K") }
    }

    private struct Listing: Decodable {
        var streams: [Track]
        var packets: [Packet]
    }

    let tracks: [Track]
    private let packets: [Int: [Packet]]

    /// Lists the packets of a file.
    /// - Parameter isRaw: whether to ignore edit lists and use media times.
    init(_ url: URL, isRaw: Bool = false, in scratch: Scratch) async throws {
        let raw = isRaw ? ["-ignore_editlist", "1"] : []
        let outcome = try await scratch.run(
            "ffprobe",
            ["-v", "error"] + raw + [
                "-show_streams", "-show_packets", "-show_data_hash", "md5", "-of", "json", url.path,
            ]
        ).succeeded()
        let listing = try JSONDecoder().decode(Listing.self, from: Data(outcome.output.utf8))
        tracks = listing.streams
        packets = Dictionary(grouping: listing.packets, by: \.stream_index).mapValues(Self.withDurations)
    }

    /// ffprobe reports no duration for the first packet of fragmented AAC; it is computed from the next packet.
    private static func withDurations(_ packets: [Packet]) -> [Packet] {
        var packets = packets
        for index in packets.indices.dropLast() where packets[index].duration == nil {
            if let start = packets[index].dts, let next = packets[index + 1].dts {
                packets[index].duration = next - start
            }
        }
        return packets
    }

    func track(_ type: String) throws -> Track {
        guard let track = tracks.first(where: { $0.codec_type == type }) else { throw Unable("no \(type) track") }
        return track
    }

    /// Returns the packets of the first track of a type.
    func packets(_ type: String) throws -> [Packet] { packets[try track(type).index] ?? [] }

    /// Returns the presentation times of a track in seconds, sorted.
    func times(_ type: String) throws -> [Double] {
        let base = try track(type).time_base.value
        return try packets(type).compactMap(\.pts).sorted().map { Double($0) * base }
    }

    /// Returns the start of a track in seconds.
    func start(_ type: String) throws -> Double {
        guard let first = try times(type).first else { throw Unable("no \(type) packet has a time") }
        return first
    }
}

/// A rational number in ffprobe's format, such as `1/48000`.
struct Ratio: Decodable, Sendable, Hashable {
    var numerator: Int64
    var denominator: Int64
    var value: Double { Double(numerator) / Double(denominator) }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        let parts = text.split(separator: "/").compactMap { Int64($0) }
        guard parts.count == 2 else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
        }
        (numerator, denominator) = (parts[0], parts[1])
    }
}
