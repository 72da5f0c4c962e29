import Foundation

/// The decode times of movie fragments, read from their boxes: ffprobe guesses durations, but players sum them up.
struct FragmentTimes: Sendable {
    struct Fragment: Sendable {
        var track: Int
        var start: Int64
        /// The sum of the sample durations.
        var duration: Int64
        var sampleCount: Int
        var end: Int64 { start + duration }
    }

    /// The fragments in file order.
    private(set) var fragments: [Fragment] = []

    /// Reads the fragments of a media segment, with the defaults of its initialization segment.
    init(segment: Data, initialization: Data) throws {
        let defaults = try Self.defaults([UInt8](initialization))
        for moof in try Box.list([UInt8](segment)) where moof.type == "moof" {
            for traf in try Box.list(moof.content) where traf.type == "traf" {
                fragments.append(try Self.fragment(Box.list(traf.content), defaults))
            }
        }
        guard !fragments.isEmpty else { throw Unable("no movie fragment") }
    }

    /// Returns the timescale of each track in an initialization segment.
    static func timescales(_ initialization: Data) throws -> [Int: Int64] {
        var scales: [Int: Int64] = [:]
        for trak in try Box.find(["moov", "trak"], in: [UInt8](initialization)) {
            guard let tkhd = try Box.find(["tkhd"], in: trak.content).first,
                let mdhd = try Box.find(["mdia", "mdhd"], in: trak.content).first
            else { throw Unable("a trak without tkhd or mdhd") }
            let track = try tkhd.number(at: tkhd.version == 1 ? 20 : 12, 4)
            scales[Int(track)] = try mdhd.number(at: mdhd.version == 1 ? 20 : 12, 4)
        }
        return scales
    }

    private static func defaults(_ movie: [UInt8]) throws -> [Int: Int64] {
        var durations: [Int: Int64] = [:]
        for trex in try Box.find(["moov", "mvex", "trex"], in: movie) {
            durations[Int(try trex.number(at: 4, 4))] = try trex.number(at: 12, 4)
        }
        return durations
    }

    private static func fragment(_ boxes: [Box], _ defaults: [Int: Int64]) throws -> Fragment {
        guard let tfhd = boxes.first(where: { $0.type == "tfhd" }), let tfdt = boxes.first(where: { $0.type == "tfdt" })
        else { throw Unable("a traf without tfhd or tfdt") }
        let track = Int(try tfhd.number(at: 4, 4))
        var duration = defaults[track] ?? 0
        if tfhd.flags & 0x8 != 0 {
            let at = 8 + (tfhd.flags & 0x1 != 0 ? 8 : 0) + (tfhd.flags & 0x2 != 0 ? 4 : 0)
            duration = try tfhd.number(at: at, 4)
        }
        var fragment = Fragment(
            track: track, start: try tfdt.number(at: 4, tfdt.version == 1 ? 8 : 4), duration: 0, sampleCount: 0)
        for trun in boxes where trun.type == "trun" {
            let count = Int(try trun.number(at: 4, 4))
            let head = 8 + (trun.flags & 0x1 != 0 ? 4 : 0) + (trun.flags & 0x4 != 0 ? 4 : 0)
            let size = 4 * (trun.flags & 0xf00).nonzeroBitCount
            fragment.sampleCount += count
            for index in 0..<count {
                fragment.duration += trun.flags & 0x100 == 0 ? duration : try trun.number(at: head + size * index, 4)
            }
        }
        return fragment
    }
}

/// An ISO/IEC 14496-12 box, parsed independently of the code under test.
private struct Box {
    var type: String
    var content: [UInt8]

    var version: UInt8 { content.first ?? 0 }
    var flags: Int { content.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int($1) } }

    /// Returns a big-endian number of `size` bytes.
    func number(at offset: Int, _ size: Int) throws -> Int64 {
        guard offset + size <= content.count else { throw Unable("\(type) is too short") }
        return content[offset..<offset + size].reduce(0) { $0 << 8 | Int64($1) }
    }

    static func list(_ bytes: [UInt8]) throws -> [Box] {
        var boxes: [Box] = []
        var at = 0
        while at < bytes.count {
            guard at + 8 <= bytes.count else { throw Unable("bytes after the last box") }
            let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, at + size <= bytes.count else { throw Unable("a box of \(size) bytes does not fit") }
            boxes.append(
                Box(
                    type: String(decoding: bytes[at + 4..<at + 8], as: UTF8.self),
                    content: Array(bytes[at + 8..<at + size])))
            at += size
        }
        return boxes
    }

    /// Returns all boxes with this path.
    static func find(_ path: [String], in bytes: [UInt8]) throws -> [Box] {
        let here = try list(bytes).filter { $0.type == path[0] }
        return path.count == 1 ? here : try here.flatMap { try find(Array(path.dropFirst()), in: $0.content) }
    }
}

extension Rendition {
    /// Returns the decode times of a segment.
    func fragmentTimes(_ index: Int) throws -> FragmentTimes {
        try FragmentTimes(segment: bytes(index), initialization: initialization(index))
    }

    /// Returns the sum of all sample durations of the first track, in seconds.
    func mediaSeconds() throws -> Double {
        let times = try playlist.segments.indices.flatMap { try fragmentTimes($0).fragments }
        guard let track = times.first?.track, let scale = try FragmentTimes.timescales(initialization())[track] else {
            throw Unable("no fragment, or no track with its ID")
        }
        return Double(times.filter { $0.track == track }.map(\.duration).reduce(0, +)) / Double(scale)
    }
}
