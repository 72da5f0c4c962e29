import Foundation

/// Fragmented movies whose fragments are not contiguous in time.
enum OddTimes {
    /// The third fragment starts one second before the end of the previous one.
    static func backwards() async throws -> URL {
        try await shifted("backwards.mp4", by: -Int64(timescale))
    }

    /// The third and all later fragments start two hours late.
    static func jumping() async throws -> URL {
        try await shifted("jumping.mp4", by: 2 * 3600 * Int64(timescale))
    }

    /// The timescale that ffmpeg uses for video of 30 frames/s.
    private static let timescale = 15360

    private static func shifted(_ name: String, by ticks: Int64) async throws -> URL {
        var movie = Movie.silent
        movie.writing = ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]
        let whole = try await movie.file()
        return try await made(name, from: whole, as: "tfdt \(ticks)") { data in
            var data = [UInt8](data)
            let boxes = data.positions(of: Array("tfdt".utf8))
            guard boxes.count > 4 else { throw Unable("only \(boxes.count) fragments") }
            for box in boxes[2...] {
                guard data[box + 4] == 1 else { throw Unable("a tfdt of version 0") }
                let value = box + 8..<box + 16
                let time = data[value].reduce(Int64(0)) { $0 << 8 | Int64($1) } + ticks
                data.replaceSubrange(value, with: (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) })
            }
            return Data(data)
        }
    }
}

extension [UInt8] {
    /// Returns all positions of this byte sequence.
    func positions(of needle: [UInt8]) -> [Int] {
        guard count >= needle.count else { return [] }
        return (0...count - needle.count).filter { self[$0..<$0 + needle.count].elementsEqual(needle) }
    }
}
