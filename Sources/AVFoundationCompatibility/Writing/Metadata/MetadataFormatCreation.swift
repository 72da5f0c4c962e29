import AssetWriting
import Media

/// The four-character code of a metadata coding.
public typealias CMMetadataFormatType = FourCharCode
/// Boxed metadata: `mebx`.
public let kCMMetadataFormatType_Boxed: CMMetadataFormatType = 0x6d65_6278
/// The key of an identifier in a specification, such as `mdta/com.apple.quicktime.location.ISO6709`.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString = "MetadataIdentifier"
/// The key of the type of values in a specification.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString = "MetadataDataType"
/// The key of the language of values in a specification.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString =
    "MetadataExtendedLanguageTag"

/// Creates a description of boxed metadata with these keys: dictionaries with an identifier and a type of values.
///
/// Returns `kCMFormatDescriptionError_InvalidParameter` for other types, and for specifications that are incomplete.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
    allocator: CFAllocator?, metadataType: CMMetadataFormatType, metadataSpecifications: CFArray,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    var keys: [BoxedMetadataKey] = []
    for specification in metadataSpecifications {
        guard let fields = specification as? [String: Any],
            let identifier = fields[kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier] as? String,
            let dataType = fields[kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType] as? String
        else { return kCMFormatDescriptionError_InvalidParameter }
        keys.append(
            BoxedMetadataKey(
                localID: UInt32(keys.count + 1), identifier: AVMetadataIdentifier(rawValue: identifier),
                dataType: dataType,
                language: fields[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag] as? String))
    }
    guard metadataType == kCMMetadataFormatType_Boxed, let format = CMFormatDescription(keys) else {
        return kCMFormatDescriptionError_InvalidParameter
    }
    formatDescriptionOut.pointee = format
    return noErr
}

extension CMFormatDescription {
    /// A description of boxed metadata; nil without keys, and for keys that cannot be declared.
    convenience init?(_ keys: [BoxedMetadataKey]) {
        guard !keys.isEmpty, let entry = BoxedMetadataKey.sampleEntry(keys) else { return nil }
        self.init(.codedData(CodedDataFormat(mediaType: .metadata, handler: "meta", sampleEntry: entry)))
    }

    /// The keys of boxed metadata; nil for other formats.
    var metadataKeys: [BoxedMetadataKey]? {
        guard case .codedData(let data)? = format else { return nil }
        return BoxedMetadataKey.keys(inSampleEntry: data.sampleEntry)
    }
}

extension AVTimedMetadataGroup {
    /// Returns a description of boxed metadata that has the keys of the items; nil if an item has no identifier or no
    /// value.
    public func copyFormatDescription() -> CMMetadataFormatDescription? {
        var keys: [BoxedMetadataKey] = []
        for item in items {
            guard let identifier = item.identifier, let dataType = item.boxedDataType else { return nil }
            let key = BoxedMetadataKey(
                localID: UInt32(keys.count + 1), identifier: identifier, dataType: dataType,
                language: item.extendedLanguageTag)
            if !keys.contains(where: { $0.identifier == identifier && $0.language == key.language }) {
                keys.append(key)
            }
        }
        return CMFormatDescription(keys)
    }
}
