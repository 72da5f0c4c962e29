/// The JSON form of a sample listing.
struct SampleListingJSON: Encodable {
    var file: String
    var tracks: [SampleTrackJSON]
    var samples: [SampleJSON]
    var problems: [String]
}
