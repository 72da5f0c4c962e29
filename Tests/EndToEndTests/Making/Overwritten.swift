import Foundation

/// Movies with overwritten bytes, as a failing disk or a broken transfer leaves them.
enum Overwritten {
    /// Overwrites `share` of a file's bytes with random ones, from the relative position `start` on; every run uses the
    /// same bytes.
    static func file(_ whole: URL, from start: Double, share: Double, seed: UInt64 = 1) async throws -> URL {
        let name = "overwritten.\(whole.pathExtension)"
        return try await made(name, from: whole, as: "overwritten \(start) \(share) \(seed)") { data in
            let begin = Int(Double(data.count) * start)
            let count = min(Int(Double(data.count) * share), data.count - begin)
            return overwriting(data, begin..<begin + count, seed)
        }
    }

    /// Overwrites the samples of one media type between two times in seconds; all others stay intact.
    static func samples(
        of type: String, in whole: URL, seconds: ClosedRange<Double>, scratch: Scratch
    ) async throws -> URL {
        let list = try await PacketList(whole, isRaw: true, in: scratch)
        let base = try list.track(type).time_base.value
        var data = try Data(contentsOf: whole)
        for packet in try list.packets(type) where seconds.contains(Double(packet.pts ?? 0) * base) {
            guard let begin = packet.pos.flatMap({ Int($0) }), let size = Int(packet.size) else { continue }
            data = overwriting(data, begin..<begin + size, UInt64(begin))
        }
        let url = scratch.file("\(type)-overwritten.\(whole.pathExtension)")
        try data.write(to: url)
        return url
    }

    private static func overwriting(_ data: Data, _ range: Range<Int>, _ seed: UInt64) -> Data {
        var data = data
        var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        for index in range {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            data[data.startIndex + index] = UInt8(truncatingIfNeeded: state >> 24)
        }
        return data
    }
}
