import ISOMedia
import Media

/// The properties of a sample that the header of its fragment and the report of its segment contain.
protocol DescribedSample {
    /// The decode time and the duration, in ticks of the track.
    var decodeTicks: Int64 { get }
    var duration: Int64 { get }
    /// The presentation time minus the decode time, in ticks.
    var presentationOffset: Int64 { get }
    var flags: SampleFlags { get }
    var byteCount: Int { get }
}

extension DescribedSample {
    @inline(__always) var presentationTicks: Int64 { decodeTicks &+ presentationOffset }
}

extension Sample: DescribedSample {
    var byteCount: Int { bytes.count }
}

extension MovieSample: DescribedSample {
    var presentationOffset: Int64 { compositionOffset }
    var byteCount: Int { size }
}

extension TrackTimeMapping {
    /// Returns the decode time of a sample, for messages.
    func decodeTime(of sample: some DescribedSample) -> MediaTime {
        MediaTime(value: sample.decodeTicks, timescale: track.timescale)
    }
}
