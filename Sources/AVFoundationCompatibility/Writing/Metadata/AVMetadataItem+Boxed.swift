import Foundation

extension AVMetadataItem {
    /// The type of the value: the item's data type, or the type for the value's class; nil without a value.
    var boxedDataType: String? {
        if let dataType { return dataType }
        return switch value {
        case is NSString: kCMMetadataBaseDataType_UTF8
        case is NSNumber: kCMMetadataBaseDataType_SInt64
        case is NSData: kCMMetadataBaseDataType_RawData
        default: nil
        }
    }

    /// Returns the value as bytes of a type; nil if the value does not have the type.
    func boxedValue(as dataType: String) -> [UInt8]? {
        if dataType == kCMMetadataBaseDataType_SInt64 {
            guard let number = numberValue.flatMap({ Int64(exactly: $0.doubleValue) }) else { return nil }
            return withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
        // Types other than numbers are texts or bytes.
        if let data = dataValue { return dataType == kCMMetadataBaseDataType_UTF8 ? nil : [UInt8](data) }
        return stringValue.map { Array($0.utf8) }
    }
}
