import MPEGTransport
package import Media
package import StageKit

/// Reads consecutive segments of transport streams or packed audio with one time base.
package struct SegmentedTransport: SegmentDemultiplexer {
    /// The segments that the demultiplexer has not read.
    private final class Queue {
        var segments: [SegmentContent] = []
    }

    /// The number of bytes to read at once.
    private static let step = 1 << 20

    private let queue = Queue()
    private let context: StageContext
    private let maxDamage: Int?
    private var options = ReadTransport.Options()
    private var demultiplexer: Demultiplexer
    private var chosen: TransportTracks?

    package let sources: [SourceTrack]
    /// Timestamps have 33 bits.
    package let wrap: MediaTime? = MediaTime(value: 1 << 33, timescale: 90_000)

    package init(
        _ segment: SegmentContent, language: String?, subject: String, maxDamage: Int?, _ context: StageContext
    ) throws(StageError) {
        (self.context, self.maxDamage) = (context, maxDamage)
        options.path = subject
        let queue = queue
        let found = Demultiplexer(segment.bytes, isOpen: true) {
            queue.segments.isEmpty ? nil : Demultiplexer.ContinuationFile(queue.segments.removeFirst().bytes)
        }
        switch Demultiplexer.kind(of: segment.bytes) {
        case .transportStream, .packedAudio: break
        case .rawVideo, nil:
            throw StageError(
                .damagedInput,
                "'\(segment.name)' is neither fragmented MP4 nor a transport stream nor packed audio nor WebVTT")
        }
        guard let found else {
            throw StageError(
                .damagedInput,
                "'\(segment.name)' is a transport stream without a program map, and no stream in it has a "
                    + "recognizable coding")
        }
        demultiplexer = found
        sources = TransportTracks.sources(of: found, language: language)
    }

    package var hasAllTracks: Bool {
        !demultiplexer.tracks.isEmpty
            && demultiplexer.report.uncarried.allSatisfy { $0.reason != .absent && $0.reason != .unknownFormat }
    }

    package mutating func select(_ choice: TrackChoice, _ identities: inout TrackIdentities) throws(StageError) {
        var tracks = TransportTracks(sources, takenBy: choice, options, demultiplexer, context)
        tracks.identify(by: &identities)
        chosen = tracks
    }

    package var tracks: [Track] { chosen?.tracks ?? [] }

    package var start: MediaTime? { tracks.isEmpty ? nil : demultiplexer.origin }

    package mutating func setOrigin(_ origin: MediaTime) { demultiplexer.setOrigin(origin) }

    package func accepts(_ segment: SegmentContent) -> Bool {
        segment.initialization == nil && !SegmentedMovie.recognizes(segment.bytes) && !segment.isAfterGap
    }

    package mutating func add(_ segment: SegmentContent) { queue.segments.append(segment) }

    package mutating func read() throws(StageError) -> [Message<Sample>] {
        while true {
            let samples = demultiplexer.read(Self.step)
            let messages = chosen?.messages(for: samples, demultiplexer.report) ?? []
            if samples.isEmpty || !messages.isEmpty { return messages }
        }
    }

    package mutating func finish() -> [Message<Sample>] {
        demultiplexer.close()
        var messages: [Message<Sample>] = []
        while true {
            let samples = demultiplexer.read(Self.step)
            guard !samples.isEmpty else { return messages }
            messages += chosen?.messages(for: samples, demultiplexer.report) ?? []
        }
    }

    package func report(to context: StageContext) -> DamageReport? {
        guard let chosen else { return nil }
        let report = TransportReport(options, demultiplexer, chosen, limit: maxDamage)
        report.sendOmissions(to: context)
        return report.damage(of: "'\(options.path)'")
    }
}
