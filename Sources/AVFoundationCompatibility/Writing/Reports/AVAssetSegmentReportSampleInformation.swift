import AssetWriting
public import Foundation

/// The presentation time and byte range of a sample, for I-frame playlists.
public final class AVAssetSegmentReportSampleInformation: NSObject, Sendable {
    public let presentationTimeStamp: CMTime
    /// The byte offset from the start of the segment data.
    public let offset: Int
    /// The length in bytes.
    public let length: Int
    /// Whether decoding can start at this sample.
    public let isSyncSample: Bool

    init(_ information: AssetSegmentReportSampleInformation) {
        presentationTimeStamp = CMTime(information.presentationTimeStamp)
        offset = information.offset
        length = information.length
        isSyncSample = information.isSyncSample
    }
}
