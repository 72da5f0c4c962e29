/// The JSON form of a track of listed samples.
struct SampleTrackJSON: Encodable {
    var track: UInt32
    var timescale: Int32?
    var codec: String?
}
