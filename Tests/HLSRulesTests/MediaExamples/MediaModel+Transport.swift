import ISOMedia
import MPEGTransport
import Media

extension MediaModel {
    /// The format of segments.
    enum Container: Sendable { case fragments, transport, packedAudio }
}

extension MediaModel.Rendition {
    /// Returns a segment as a transport stream: tables, then the packets of all tracks in the order of their times.
    func transportStream(_ segment: MediaModel.Segment) -> [UInt8] {
        var writer = TransportWriter()
        writer.writeTables(programs: programs, streams: tracks.map { ($0.pid, $0.streamType) })
        var packets: [(time: UInt64, pid: Int, unit: [UInt8])] = []
        for run in segment.fragments.flatMap(\.runs) {
            guard let track = tracks.first(where: { $0.description.id == run.trackID }) else { continue }
            var time = run.time
            // A PES packet contains eight audio frames.
            let count = track.isVideo ? 1 : 8
            for start in stride(from: 0, to: run.samples.count, by: count) {
                let samples = run.samples[start..<min(start + count, run.samples.count)]
                let ticks = (time + track.start) * 90_000 / UInt64(track.description.timescale)
                let media = samples.flatMap(track.elementary)
                packets.append((ticks, track.pid, TransportWriter.packet(media, ticks, isVideo: track.isVideo)))
                time += samples.reduce(0) { $0 + UInt64($1.duration) }
            }
        }
        for packet in packets.enumerated().sorted(by: { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }) {
            writer.write(packet.element.unit, pid: packet.element.pid)
        }
        return writer.bytes
    }

    /// Returns a segment as packed audio.
    func packedAudio(_ segment: MediaModel.Segment) -> [UInt8] {
        let run = segment.fragments[0].runs[0]
        var owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        let ticks = (run.time + tracks[0].start) * 90_000 / UInt64(tracks[0].description.timescale)
        owner += (0..<8).map { UInt8(truncatingIfNeeded: (ticks & ((1 << 33) - 1)) >> (56 - 8 * UInt64($0))) }
        let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(owner.count), 0, 0] + owner
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        return tag + run.samples.flatMap(tracks[0].elementary)
    }
}

extension MediaModel.Track {
    fileprivate var isVideo: Bool { description.format.mediaType == .video }
    /// The PID derived from the track's number.
    fileprivate var pid: Int { 255 + Int(description.id) }

    fileprivate var streamType: UInt8 {
        switch description.format {
        case .codedVideo(let format): if case .hevc = format.configuration { 0x24 } else { 0x1b }
        default: 0x0f
        }
    }

    /// Returns a sample as elementary stream data.
    fileprivate func elementary(_ sample: MediaModel.Sample) -> [UInt8] {
        switch description.format {
        case .codedVideo(let format): return Self.accessUnit(sample, format.configuration)
        case .codedAudio(let format):
            guard case .aac(let config) = format.configuration else { return [] }
            let rate = config.bytes[0] << 1 & 0x0e | config.bytes[1] >> 7
            let channels = config.bytes[1] >> 3 & 0x0f
            let length = sample.size + 7
            return [
                0xff, 0xf1, 0x40 | rate << 2 | channels >> 2, channels << 6 | UInt8(length >> 11),
                UInt8(length >> 3 & 0xff), UInt8(length & 7) << 5 | 0x1f, 0xfc,
            ] + sample.bytes
        default: return []
        }
    }

    /// Returns an access unit delimiter, parameter sets for sync samples, and one slice.
    private static func accessUnit(_ sample: MediaModel.Sample, _ configuration: CodecConfiguration) -> [UInt8] {
        var units: [[UInt8]] = []
        let slice: [UInt8]
        switch configuration {
        case .avc(let record):
            units.append([9, 0xf0])
            if sample.isSync, let fields = try? record.parse() {
                units += fields.sequenceParameterSets + fields.pictureParameterSets
            }
            slice = sample.head + [0x88]
        case .hevc(let record):
            units.append([70, 1, 0x50])
            if sample.isSync, let fields = try? record.parse() { units += fields.arrays.flatMap(\.units) }
            slice = sample.head + [0x80]
        default: return []
        }
        units.append(slice + [UInt8](repeating: 0x55, count: sample.size))
        return units.flatMap { [0, 0, 0, 1] + $0 }
    }
}

/// Writes transport stream packets.
struct TransportWriter {
    private(set) var bytes: [UInt8] = []
    private var counters: [Int: UInt8] = [:]

    /// Writes PAT and PMT, one packet each.
    mutating func writeTables(programs: Int, streams: [(pid: Int, type: UInt8)]) {
        let list = (1...programs).flatMap { [0, UInt8($0), 0xf0, 0] as [UInt8] }
        write([0] + Self.section(0, number: 1, list), pid: 0)
        let entries: [UInt8] = streams.flatMap { pid, type -> [UInt8] in
            [type, 0xe0 | UInt8(pid >> 8), UInt8(pid & 0xff), 0xf0, 0]
        }
        let clock = streams.first?.pid ?? 0x1fff
        write(
            [0] + Self.section(2, number: 1, [0xe0 | UInt8(clock >> 8), UInt8(clock & 0xff), 0xf0, 0] + entries),
            pid: 0x1000)
    }

    private static func section(_ table: UInt8, number: UInt8, _ content: [UInt8]) -> [UInt8] {
        var section = [table, 0xb0, UInt8(content.count + 9), 0, number, 0xc1, 0, 0] + content
        let checksum = ProgramTables.checksum(section)
        section += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32($0))) }
        return section
    }

    /// Returns a PES packet with a presentation timestamp.
    static func packet(_ media: [UInt8], _ ticks: UInt64, isVideo: Bool) -> [UInt8] {
        let time = ticks & ((1 << 33) - 1)
        let stamp: [UInt8] = [
            0x21 | UInt8(time >> 30 & 7) << 1, UInt8(time >> 22 & 0xff), UInt8(time >> 15 & 0x7f) << 1 | 1,
            UInt8(time >> 7 & 0xff), UInt8(time & 0x7f) << 1 | 1,
        ]
        let length = isVideo ? 0 : media.count + 8
        return [0, 0, 1, isVideo ? 0xe0 : 0xc0, UInt8(length >> 8), UInt8(length & 0xff), 0x80, 0x80, 5] + stamp + media
    }

    /// Splits a section or a PES packet into transport packets; an adaptation field pads the last one.
    mutating func write(_ unit: [UInt8], pid: Int) {
        var rest = unit[...]
        var isFirst = true
        while !rest.isEmpty {
            let counter = counters[pid, default: 0]
            counters[pid] = (counter + 1) & 15
            let isTable = pid == 0 || pid == 0x1000
            let content = rest.prefix(184)
            rest = rest.dropFirst(184)
            let missing = 184 - content.count
            let hasField = missing > 0 && !isTable
            bytes += [
                0x47, (isFirst ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xff), (hasField ? 0x30 : 0x10) | counter,
            ]
            if hasField {
                bytes.append(UInt8(missing - 1))
                if missing > 1 { bytes += [0] + [UInt8](repeating: 0xff, count: missing - 2) }
            }
            bytes += content
            if isTable { bytes += [UInt8](repeating: 0xff, count: missing) }
            isFirst = false
        }
    }
}
