import MPEGTransport
import Media

/// Builds transport packets: tables, clock references and PES packets.
struct StreamBuilder {
    private(set) var bytes: [UInt8] = []
    private var counters: [Int: UInt8] = [:]

    struct Stream {
        var pid: Int
        var type: UInt8
        var descriptors: [UInt8] = []
    }

    /// Program association and maps, each in a packet.
    mutating func tables(
        _ programs: [(number: Int, mapPID: Int, streams: [Stream])], programDescriptors: [UInt8] = []
    ) {
        var entries: [UInt8] = []
        for program in programs {
            entries += [UInt8(program.number >> 8), UInt8(program.number & 255)] + Self.pid(program.mapPID)
        }
        section(pid: 0, table: 0, number: 1, entries)
        for program in programs {
            let clock = Self.pid(program.streams.first?.pid ?? 0x1fff)
            var streams: [UInt8] = []
            for stream in program.streams {
                streams += [stream.type] + Self.pid(stream.pid)
                streams += [0xf0, UInt8(stream.descriptors.count)] + stream.descriptors
            }
            section(
                pid: program.mapPID, table: 2, number: program.number,
                clock + [0xf0, UInt8(programDescriptors.count)] + programDescriptors + streams)
        }
    }

    private static func pid(_ pid: Int) -> [UInt8] { [0xe0 | UInt8(pid >> 8), UInt8(pid & 255)] }

    private mutating func section(pid: Int, table: UInt8, number: Int, _ content: [UInt8]) {
        let length = content.count + 9
        var section: [UInt8] = [table, 0xb0 | UInt8(length >> 8), UInt8(length & 255)]
        section += [UInt8(number >> 8), UInt8(number & 255), 0xc1, 0, 0] + content
        let sum = ProgramTables.checksum(section)
        section += (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32($0))) }
        let payload = [0] + section
        packet(pid, payload + [UInt8](repeating: 0xff, count: 184 - payload.count), startsUnit: true)
    }

    /// Appends a PES packet; times are ticks of 90 kHz, stored modulo 2^33.
    mutating func pes(
        _ pid: Int, id: UInt8, presentation: Int64? = nil, decode: Int64? = nil, isBounded: Bool = false,
        _ content: [UInt8]
    ) {
        var times: [UInt8] = []
        if let presentation { times += Self.time(presentation, decode == nil ? 2 : 3) }
        if let decode { times += Self.time(decode, 1) }
        let length = isBounded ? content.count + 3 + times.count : 0
        let flags: UInt8 = (presentation == nil ? 0 : 0x80) | (decode == nil ? 0 : 0x40)
        var rest =
            [0, 0, 1, id, UInt8(length >> 8), UInt8(length & 255), 0x80, flags, UInt8(times.count)] + times + content
        var startsUnit = true
        while !rest.isEmpty {
            packet(pid, Array(rest.prefix(184)), startsUnit: startsUnit)
            rest = Array(rest.dropFirst(184))
            startsUnit = false
        }
    }

    private static func time(_ time: Int64, _ mark: UInt8) -> [UInt8] {
        let stored = UInt64(bitPattern: time) & (1 << 33 - 1)
        return [
            mark << 4 | UInt8(stored >> 30) << 1 | 1, UInt8(stored >> 22 & 255), UInt8(stored >> 15 & 127) << 1 | 1,
            UInt8(stored >> 7 & 255), UInt8(stored & 127) << 1 | 1,
        ]
    }

    /// Appends a packet with only a clock reference.
    mutating func clock(_ pid: Int, _ time: Int64, isDiscontinuous: Bool = false) {
        let base = UInt64(bitPattern: time) & (1 << 33 - 1)
        var field: [UInt8] = [183, (isDiscontinuous ? 0x80 : 0) | 0x10]
        field += [UInt8(base >> 25), UInt8(base >> 17 & 255), UInt8(base >> 9 & 255), UInt8(base >> 1 & 255)]
        field += [UInt8(base & 1) << 7 | 0x7e, 0]
        let counter = counters[pid] ?? 0
        bytes += [0x47, UInt8(pid >> 8), UInt8(pid & 255), 0x20 | counter] + field
        bytes += [UInt8](repeating: 0xff, count: 184 - field.count)
    }

    /// Appends one packet, padded by its adaptation field.
    mutating func packet(_ pid: Int, _ payload: [UInt8], startsUnit: Bool) {
        let counter = ((counters[pid] ?? 15) + 1) & 15
        counters[pid] = counter
        let missing = 184 - payload.count
        bytes += [0x47, (startsUnit ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 255)]
        bytes.append((missing > 0 ? 0x30 : 0x10) | counter)
        if missing == 1 { bytes.append(0) }
        if missing > 1 { bytes += [UInt8(missing - 1), 0] + [UInt8](repeating: 0xff, count: missing - 2) }
        bytes += payload
    }

    /// Removes the last packets.
    mutating func dropLast(_ count: Int) { bytes.removeLast(count * 188) }
}

/// Access units and audio frames with comparable contents.
enum Units {
    /// The sequence parameter set of x264 for 64x64 pixels at 25 frames per second.
    static let sequence: [UInt8] = [
        0x67, 0x42, 0xc0, 0x0a, 0xda, 0x10, 0x9b, 0x01, 0x10, 0x00, 0x00, 0x03, 0x00, 0x10, 0x00, 0x00, 0x03, 0x03,
        0x20, 0xf1, 0x22, 0x6a,
    ]
    static let picture: [UInt8] = [0x68, 0xce, 0x0f, 0xc8]
    private static let code: [UInt8] = [0, 0, 0, 1]

    /// Returns an H.264 access unit as a byte stream.
    static func avc(_ number: UInt8, isRefresh: Bool, size: Int = 300) -> [UInt8] {
        let slice = [isRefresh ? 0x65 : 0x41, 0x88, number] + [UInt8](repeating: 0x5a, count: size) + [0x80]
        let sets = isRefresh ? code + sequence + code + picture : []
        return code + [9, 0xf0] + sets + [0, 0, 1] + slice
    }

    /// Returns the same access unit in its fragmented MP4 form.
    static func sample(_ number: UInt8, isRefresh: Bool, size: Int = 300) -> [UInt8] {
        let slice = [isRefresh ? 0x65 : 0x41, 0x88, number] + [UInt8](repeating: 0x5a, count: size) + [0x80]
        let units = [[9, 0xf0]] + (isRefresh ? [sequence, picture] : []) + [slice]
        return units.flatMap { [0, 0, UInt8($0.count >> 8), UInt8($0.count & 255)] + $0 }
    }

    /// Returns an ADTS frame of 48 kHz and two channels.
    static func adts(_ number: UInt8, size: Int = 100) -> [UInt8] {
        let length = size + 7
        var frame: [UInt8] = [0xff, 0xf1, 0x4c, 0x80 | UInt8(length >> 11)]
        frame += [UInt8(length >> 3 & 255), UInt8(length & 7) << 5 | 0x1f, 0xfc]
        return frame + [UInt8](repeating: number, count: size)
    }
}

/// All tracks and samples of a file.
struct Demultiplexed {
    var tracks: [DemultiplexedTrack] = []
    var samples: [[DemultiplexedSample]] = []
    var report: DemultiplexerReport

    init?(_ bytes: [UInt8], program: Int? = nil, rate: Ratio? = nil, step: Int = 1 << 20) {
        guard var demultiplexer = Demultiplexer(ByteSlice(copying: bytes), program: program, rate: rate) else {
            return nil
        }
        tracks = demultiplexer.tracks
        samples = tracks.map { _ in [] }
        report = demultiplexer.report
        while true {
            let found = demultiplexer.read(step)
            if found.isEmpty { break }
            for sample in found { samples[sample.track].append(sample) }
        }
        report = demultiplexer.report
    }
}

extension Demultiplexed {
    /// The samples of the first track.
    var first: [DemultiplexedSample] { samples.first ?? [] }
}
