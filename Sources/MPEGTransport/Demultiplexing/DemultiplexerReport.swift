import Media

/// Losses, repairs and streams left out, as far as a file was read.
package struct DemultiplexerReport: Sendable, Hashable {
    /// One track that was read.
    package struct TrackReport: Sendable, Hashable {
        package var pid: Int
        package var sampleCount: Int
        /// Transport packets that were missing by their counters, modulo 16 at each gap.
        package var lostPackets: Int
        /// PES packets that lack transport packets or that a receiver marked as damaged.
        package var damagedPackets: Int
        /// The presentation times of the first and last of them, in ticks of 90 kHz since the first presentation.
        package var damagedTimes: ClosedRange<Int64>?
        /// PES packets without a header that can be read.
        package var damagedHeaders: Int
        /// Transport packets that are scrambled.
        package var scrambledPackets: Int
        /// Whether recovery points stand for sync samples, since no IDR picture precedes them.
        package var usesRecoveryPoints: Bool
        package var repairs: TrackRepairs
    }

    /// By index of ``Demultiplexer/tracks``.
    package var tracks: [TrackReport] = []
    package var uncarried: [UncarriedStream] = []
    /// The program that is read; nil for packed audio.
    package var program: Int?
    /// All programs of the file.
    package var programs: [Int] = []
    /// How often the time base changed.
    package var timeJumps = 0
    /// Bytes that belong to no packet.
    package var skippedBytes = 0
    /// How often packets went on behind such bytes.
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
                    usesRecoveryPoints: stream.usesRecoveryPoints, repairs: stream.repairs))
        }
        guard let transport else { return report }
        report.program = transport.program.number
        report.programs = transport.programNumbers
        report.timeJumps = transport.jumpCount
        report.skippedBytes = transport.skippedBytes
        report.skipCount = transport.skipCount
        report.uncarried += transport.others.map { entry in
            UncarriedStream(
                pid: entry.pid, name: entry.name, mediaType: entry.coding.mediaType,
                reason: entry.coding.isCarried ? .late : .coding,
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
    /// The field's name.
    package var name: String {
        switch self {
        case .avc: "H.264 video"
        case .hevc: "HEVC video"
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
