import AssetWriting
public import Foundation
import Media

/// Appends timed metadata to an input for metadata.
open class AVAssetWriterInputMetadataAdaptor: NSObject, @unchecked Sendable {
    // Safe because the stored properties are constants or have locks.
    public let assetWriterInput: AVAssetWriterInput
    private let keys: [BoxedMetadataKey]

    /// Creates an adaptor.
    ///
    /// The input is for metadata, without output settings and with a source format hint for boxed metadata that has the
    /// keys of all items; otherwise its writer does not start.
    public init(assetWriterInput input: AVAssetWriterInput) {
        assetWriterInput = input
        keys = input.sourceFormatHint?.metadataKeys ?? []
        guard input.mediaType != .metadata || keys.isEmpty else { return }
        input.input.setConfigurationError(
            AssetWriterError(
                .invalidSettings,
                "a metadata adaptor requires an input for metadata with the source format hint of boxed metadata, such "
                    + "as that of copyFormatDescription()"),
            for: "metadataAdaptor")
    }

    /// Appends the items of a group for its range of time. The range starts at or after the end of the previous one, and
    /// has a duration above zero.
    ///
    /// Returns false as `append(_:)` of the input does. An item whose key or type the source format hint does not have
    /// fails the writer.
    @discardableResult public func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
        do throws(AssetWriterError) {
            let sample = try sample(timedMetadataGroup)
            return assetWriterInput.input.append(
                contentsOf: [sample], format: assetWriterInput.sourceFormatHint?.format)
        } catch {
            assetWriterInput.input.fail(error)
            return false
        }
    }

    private func sample(_ group: AVTimedMetadataGroup) throws(AssetWriterError) -> Sample {
        let range = group.timeRange
        guard let start = range.start.mediaTime, let duration = range.duration.mediaTime, !start.isIndefinite,
            !duration.isIndefinite
        else { throw failure("has the time range \(range); its times must be numeric") }
        let timescale = max(start.timescale, duration.timescale)
        guard duration.ticks(at: timescale) > 0 else { throw failure("has no duration") }
        var bytes: [UInt8] = []
        for item in group.items { bytes += try box(item) }
        return Sample(
            track: Track.ID(rawValue: 1), timescale: timescale, decodeTicks: start.ticks(at: timescale),
            duration: duration.ticks(at: timescale), bytes: ByteSlice(copying: bytes))
    }

    /// Returns the box of an item's value.
    private func box(_ item: AVMetadataItem) throws(AssetWriterError) -> [UInt8] {
        let name = item.identifier?.rawValue ?? "without identifier"
        let matches = keys.filter { $0.identifier == item.identifier }
        guard let key = matches.first(where: { $0.language == item.extendedLanguageTag }) ?? matches.first else {
            throw failure("has the item '\(name)', which the source format hint of the input does not contain")
        }
        guard let value = item.boxedValue(as: key.dataType) else {
            throw failure("has the item '\(name)', whose value is not of type \(key.dataType)")
        }
        return BoxedMetadataKey.box(FourCC(rawValue: key.localID), value)
    }

    private func failure(_ text: String) -> AssetWriterError {
        AssetWriterError(.sampleBuffer, "a metadata group \(text)")
    }
}
