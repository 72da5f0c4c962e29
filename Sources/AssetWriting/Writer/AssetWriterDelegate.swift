public import Media

/// A receiver of the segments of a writer without a file.
///
/// Implement one of the two methods, with result type `Void`; if both are implemented, the one with a report is called.
/// Calls arrive one at a time, in order, on the thread whose call completed the segment, and with no lock held: a
/// delegate may call the writer.
///
/// A type that implements neither method does not conform. A method whose segment data is Foundation's `Data` does not
/// count: the writer would never call it, so the compiler rejects the type. Implement the method with a `ByteRope` and
/// use `Data(segmentData.bytes)`.
public protocol AssetWriterDelegate: AnyObject, Sendable {
    /// `Void` if the type implements the method without a report; inferred.
    associatedtype PlainMethod = InheritedDelegateMethod
    /// `Void` if the type implements the method with a report; inferred.
    associatedtype ReportMethod = InheritedDelegateMethod

    /// Receives segment data.
    func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType
    ) -> PlainMethod

    /// Receives segment data and its report.
    func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType,
        segmentReport: AssetSegmentReport?
    ) -> ReportMethod
}

extension AssetWriterDelegate where ReportMethod == Void {
    /// Does nothing: the type implements the method with a report.
    public func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType
    ) -> InheritedDelegateMethod { InheritedDelegateMethod() }
}

extension AssetWriterDelegate where PlainMethod == Void {
    /// Calls the method without a report.
    public func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType,
        segmentReport: AssetSegmentReport?
    ) -> InheritedDelegateMethod {
        assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
        return InheritedDelegateMethod()
    }
}
