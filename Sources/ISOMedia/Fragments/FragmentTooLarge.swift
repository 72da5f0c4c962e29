/// The media of a track start too far after the start of the movie fragment box.
package struct FragmentTooLarge: Error, Hashable, CustomStringConvertible {
    package let trackID: UInt32
    /// The offset of the track's media, relative to `moof`.
    package let offset: Int

    package var description: String {
        "the media of track \(trackID) start at offset \(offset) of a fragment; at most \(Int32.max) can be addressed"
    }
}
