import ISOMedia
import Media

/// The JSON form of a sample. Times are in ticks of its track.
struct SampleJSON: Encodable {
    var track: UInt32
    var number: Int
    var dts: Int64
    var pts: Int64
    var duration: Int64
    var size: Int
    var offset: Int
    var sync: Bool
    var units: [String]

    init(_ entry: SampleListing.Entry) {
        (track, number, units) = (entry.trackID, entry.number, entry.units)
        (dts, pts) = (entry.sample.decodeTicks, entry.presentationTicks)
        (duration, size, offset) = (entry.sample.duration, entry.sample.size, entry.sample.fileOffset)
        sync = entry.sample.flags.isSync
    }
}
