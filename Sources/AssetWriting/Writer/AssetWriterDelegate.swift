public import Media

/// Receives what a writer without a file writes.
///
/// Implement one of the two methods, without a result; the second is preferred where both are there. Calls come one at a
/// time, in order, on the thread whose call finished the segment, and never while a lock is held: a delegate may call
/// the writer.
///
/// A type with neither method does not conform. Methods whose segment data is Foundation's `Data` are no
/// implementations: the compiler refuses the type, since no writer would call them. Implement the method with a
/// `ByteRope` and use `Data(segmentData.bytes)`.
public protocol AssetWriterDelegate: AnyObject, Sendable {
    /// `Void` where the method without a report is implemented; inferred.
    associatedtype PlainMethod = InheritedDelegateMethod
    /// `Void` where the method with a report is implemented; inferred.
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

/// The result of a delegate's method that its type does not implement.
///
/// Each default is there only where the type implements the other method, whose result is `Void`.
public struct InheritedDelegateMethod: Sendable {}

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
