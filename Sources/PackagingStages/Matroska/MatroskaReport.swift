import Matroska
import Media
import StageKit

/// Reports the losses of a Matroska file, and its tracks that are not delivered.
struct MatroskaReport {
    private let options: ReadMatroska.Options
    private let demultiplexer: MatroskaDemultiplexer
    private let messages: MatroskaMessages

    /// The report of a demultiplexer that has finished reading.
    init(_ options: ReadMatroska.Options, _ demultiplexer: MatroskaDemultiplexer, _ messages: MatroskaMessages) {
        (self.options, self.demultiplexer, self.messages) = (options, demultiplexer, messages)
    }

    func send(to context: StageContext, reportsTracks: Bool = true) {
        for leftOut in (reportsTracks ? leftOutTracks : []) + leftOutSamples {
            context.report(leftOut, of: options.path)
        }
        let damage = demultiplexer.damage
        // The end of a truncated file is salvaged on request, and reported by the reader.
        let isSalvaged = demultiplexer.isCutOff && options.whenTruncated == .salvage
        DamageReport(
            subject: "'\(options.path)'", limit: options.maxDamage, figures: figures,
            containerErrors: damage.skipCount + damage.blockCount + (damage.isTruncated && !isSalvaged ? 1 : 0)
        ).send(to: context)
        guard damage.laterSegmentCount > 0 else { return }
        context.reportWarning(
            "several-segments",
            "'\(options.path)' has \(damage.laterSegmentCount + 1) segments, which are read as one; join them with "
                + "another tool first if their times overlap")
    }

    private var leftOutTracks: [OmittedMedia] {
        messages.omitted.compactMap { source in
            var source = source
            let counts = UInt32(exactly: source.number).flatMap { demultiplexer.counts(of: Track.ID(rawValue: $0)) }
            source.sampleCount = counts?.frameCount ?? demultiplexer.uncarriedCounts[UInt64(source.number)] ?? 0
            return source.omission
        }
    }

    private var leftOutSamples: [OmittedMedia] {
        delivered.flatMap { track, counts -> [OmittedMedia] in
            let reasons: [(Int, String)] = [
                (counts.emptyCount, "which are empty"),
                (counts.untimedCount, "which have no valid time"),
                (counts.paddingCount, "which contain only an encoder's metadata or padding"),
                (counts.invalidCueCount, "which have no text, invalid text or no duration"),
            ]
            return reasons.filter { $0.0 > 0 }.map { count, reason in
                OmittedMedia(
                    track.name, format: track.codecName, reason: reason, sampleCount: count, isPartial: true)
            }
        }
    }

    private var delivered: [(MatroskaTrack, TrackCounts)] {
        demultiplexer.tracks.compactMap { track in
            guard let id = track.track?.id, messages.order.contains(id),
                let counts = demultiplexer.counts(of: id)
            else { return nil }
            return (track, counts)
        }
    }

    private var figures: [DamageFigures] {
        delivered.filter { $0.0.coding?.mediaType != .text }.map { track, counts in
            var figures = DamageFigures()
            figures.isVideo = track.coding?.mediaType == .video
            figures.codec = track.codecName
            figures.entered = counts.frameCount
            figures.damaged = counts.damagedCount + counts.movedCount
            return figures
        }
    }
}
