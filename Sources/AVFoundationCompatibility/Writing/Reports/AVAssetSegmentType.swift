/// The type of segment data.
public enum AVAssetSegmentType: Int, Sendable {
    /// The file type and movie boxes, which describe the tracks.
    case initialization = 1
    /// A movie fragment and its media data.
    case separable = 2
}
