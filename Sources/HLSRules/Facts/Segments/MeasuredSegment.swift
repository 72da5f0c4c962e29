import HLS
import ISOMedia
import MPEGTransport
package import Media

/// A segment of a playlist with the measurements of its media.
package struct MeasuredSegment: Sendable {
    /// A track of the segment.
    package struct Track: Sendable {
        package var header: TrackFacts
        package var measured: TrackMeasurement

        package var isVideo: Bool { header.mediaType == .video }
        package var isAudio: Bool { header.mediaType == .audio }
        package var timescale: Int32 { header.timescale }

        /// Converts ticks to a time.
        package func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: timescale) }
        /// The presentation time of the first sample on the media timeline, after media that the edit list skips.
        package var start: MediaTime { time(max(measured.presentationStart, header.edits.mediaStart)) }
        /// The same time, including media that the edit list skips.
        package var mediaStart: MediaTime { time(measured.presentationStart) }
        /// Whether the segment starts with leading frames that cannot be decoded when playback starts there.
        package var hasSkippedLeading: Bool { measured.entryPoint == .open && measured.skippedLeading > 0 }
        /// The end of the last sample.
        package var end: MediaTime { time(measured.presentationEnd) }
        /// The average sample duration.
        package var sampleDuration: MediaTime {
            time(measured.sampleCount == 0 ? 0 : measured.duration / Int64(measured.sampleCount))
        }
    }

    package var playlist: CheckedPlaylist
    package var entry: ScannedSegment
    package var facts: SegmentFacts

    package init(playlist: CheckedPlaylist, entry: ScannedSegment, facts: SegmentFacts) {
        self.playlist = playlist
        self.entry = entry
        self.facts = facts
    }

    /// The tracks that have samples in the segment and a description in it or in its initialization section.
    package var tracks: [Track] {
        guard let header = facts.initialization?.measurement, let media = facts.media else {
            return facts.streams.compactMap { stream in
                stream.track.sampleCount > 0 ? Track(header: TrackFacts(stream), measured: stream.track) : nil
            }
        }
        return media.tracks.compactMap { measured in
            guard measured.sampleCount > 0, let track = header.track(measured.trackID) else { return nil }
            return Track(header: TrackFacts(track), measured: measured)
        }
    }

    /// The first video track, otherwise the first audio track, otherwise the first track.
    package var mainTrack: Track? {
        let tracks = tracks
        return tracks.first(where: \.isVideo) ?? tracks.first(where: \.isAudio) ?? tracks.first
    }

    /// Whether the video can be decoded without earlier segments, regardless of declarations: it starts with an IDR
    /// picture or equivalent and has its parameter sets.
    package var isIndependent: Bool {
        guard let video = tracks.first(where: \.isVideo) else { return false }
        return video.measured.entryPoint == .closed && video.header.video != nil
    }

    /// Returns the location of the segment in its media file.
    package func place(byteOffset: Int? = nil) -> FindingPlace {
        FindingPlace(facts.file, playlist: playlist.name, byteOffset: byteOffset, segment: entry.sequence)
    }

    /// The location of the segment in the playlist.
    package var line: FindingPlace { playlist.place(entry) }

    /// Returns the location of the initialization section in force.
    package func initializationPlace(byteOffset: Int? = nil) -> FindingPlace {
        FindingPlace(facts.initialization?.file ?? facts.file, byteOffset: byteOffset)
    }
}
