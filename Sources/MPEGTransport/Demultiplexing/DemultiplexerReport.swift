import Media

/// Losses, repairs and omitted streams in the part of the file that has been read.
package struct DemultiplexerReport: Sendable, Hashable {
    /// The report of one track.
    package struct TrackReport: Sendable, Hashable {
        package var pid: Int
        package var sampleCount: Int
        /// The number of missing transport packets by their counters, which are modulo 16 for each gap.
        package var lostPackets: Int
        /// The number of PES packets that lack transport packets or that a receiver marked as damaged.
        package var damagedPackets: Int
        /// The first and the last presentation time of these packets, in ticks of 90 kHz since the start of the
        /// presentation.
        package var damagedTimes: ClosedRange<Int64>?
        /// The number of PES packets with an unreadable header.
        package var damagedHeaders: Int
        /// The number of scrambled transport packets.
        package var scrambledPackets: Int
        package var repairs: TrackRepairs

        /// The number of lost and damaged packets.
        package var damageCount: Int { lostPackets + damagedPackets + damagedHeaders }
    }

    /// In the order of ``Demultiplexer/tracks``.
    package var tracks: [TrackReport] = []
    package var uncarried: [UncarriedStream] = []
    /// The demultiplexed program; nil for packed audio.
    package var program: Int?
    /// All programs of the file.
    package var programs: [Int] = []
    /// The number of time base changes.
    package var timeJumps = 0
    /// The number of bytes outside of packets.
    package var skippedBytes = 0
    /// The number of times that packets resumed after such bytes.
    package var skipCount = 0
}

extension Demultiplexer {
    /// The report so far; complete at the end.
    package var report: DemultiplexerReport {
        var report = DemultiplexerReport()
        for index in streams.indices {
            let stream = streams[index]
            guard trackIndexes[index] != nil else {
                report.uncarried.append(absent(stream, pid: streamPIDs[index]))
                continue
            }
            report.tracks.append(
                DemultiplexerReport.TrackReport(
                    pid: streamPIDs[index], sampleCount: stream.sampleCount, lostPackets: stream.lostPackets,
                    damagedPackets: stream.damagedPackets, damagedTimes: stream.damagedTimes.map(sinceOrigin),
                    damagedHeaders: stream.damagedHeaders, scrambledPackets: stream.scrambledCount,
                    repairs: stream.repairs))
        }
        guard let transport else {
            if let packed, packed.isSampleEncrypted {
                report.uncarried.append(
                    UncarriedStream(
                        pid: 0, name: packed.coding.name, mediaType: .audio, reason: .sampleEncrypted, packetCount: 1))
            }
            return report
        }
        report.program = transport.program.number
        report.programs = transport.programNumbers
        report.timeJumps = transport.jumpCount
        report.skippedBytes = transport.skippedBytes
        report.skipCount = transport.skipCount
        report.uncarried += transport.others.map { entry in
            UncarriedStream(
                pid: entry.pid, name: entry.name, mediaType: entry.coding.mediaType,
                reason: entry.isSampleEncrypted ? .sampleEncrypted : entry.coding.isCarried ? .late : .coding,
                packetCount: transport.count(of: entry))
        }
        return report
    }

    private func sinceOrigin(_ times: ClosedRange<Int64>) -> ClosedRange<Int64> {
        let start = origin.ticks(at: Timestamp.timescale)
        return times.lowerBound &- start...times.upperBound &- start
    }

    private func absent(_ stream: ElementaryStream, pid: Int) -> UncarriedStream {
        let reason: UncarriedStream.Reason =
            stream.sampleCount > 0
            ? .late : stream.scrambledCount > 0 ? .scrambled : stream.packetCount > 0 ? .unknownFormat : .absent
        return UncarriedStream(
            pid: pid, name: stream.coding.name, mediaType: stream.coding.mediaType, reason: reason,
            packetCount: max(stream.packetCount, stream.scrambledCount))
    }
}

extension StreamCoding {
    /// The name of the coding for messages.
    package var name: String {
        switch self {
        case .avc: "H.264 video"
        case .hevc: "HEVC video"
        case .av1: "AV1 video"
        case .adts: "AAC audio"
        case .latm: "AAC audio in LATM"
        case .ac3: "AC-3 audio"
        case .ec3: "E-AC-3 audio"
        case .mpegAudio: "MPEG audio"
        case .opus: "Opus audio"
        case .otherVideo: "video of another coding"
        case .otherAudio: "audio of another coding"
        case .data: "data"
        }
    }
}
