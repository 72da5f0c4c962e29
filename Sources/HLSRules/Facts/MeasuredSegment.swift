import HLS
import ISOMedia
import MPEGTransport
package import Media

/// A segment's entry in its playlist and what was measured of its media.
package struct MeasuredSegment: Sendable {
    /// A track of the segment with what is known of it as a whole.
    package struct Track: Sendable {
        package var header: TrackFacts
        package var measured: TrackMeasurement

        package var isVideo: Bool { header.mediaType == .video }
        package var isAudio: Bool { header.mediaType == .audio }
        package var timescale: Int32 { header.timescale }

        /// Ticks as a time.
        package func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: timescale) }
        /// When its first sample is presented on the media timeline: what the edit list leaves out does not count.
        package var start: MediaTime { time(max(measured.presentationStart, header.edits.mediaStart)) }
        /// The same with what the edit list leaves out.
        package var mediaStart: MediaTime { time(measured.presentationStart) }
        /// Whether it begins with pictures that are lost when decoding begins there, presented before the segment is.
        package var hasSkippedLeading: Bool { measured.entryPoint == .open && measured.skippedLeading > 0 }
        /// When its last sample ends.
        package var end: MediaTime { time(measured.presentationEnd) }
        /// How long one sample lasts on average.
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

    /// The tracks that the segment has samples of, and that it or its initialization section describes.
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

    /// The pictures, or else the sound, or else the first track.
    package var mainTrack: Track? {
        let tracks = tracks
        return tracks.first(where: \.isVideo) ?? tracks.first(where: \.isAudio) ?? tracks.first
    }

    /// Whether its pictures refer to none before them, whatever the playlist promises: it begins with an IDR picture or
    /// the like, and has the parameter sets.
    package var isIndependent: Bool {
        guard let video = tracks.first(where: \.isVideo) else { return false }
        return video.measured.entryPoint == .closed && video.header.video != nil
    }

    /// The place of the segment in its media file.
    package func place(byteOffset: Int? = nil) -> FindingPlace {
        FindingPlace(facts.file, playlist: playlist.name, byteOffset: byteOffset, segment: entry.sequence)
    }

    /// The place of its line in the playlist.
    package var line: FindingPlace { playlist.place(entry) }

    /// The place of the initialization section that is in force.
    package func initializationPlace(byteOffset: Int? = nil) -> FindingPlace {
        FindingPlace(facts.initialization?.file ?? facts.file, byteOffset: byteOffset)
    }
}
