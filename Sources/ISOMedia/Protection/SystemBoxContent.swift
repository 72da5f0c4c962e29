import Media

/// The content of a `pssh` box, whose data are read for Widevine and PlayReady.
package struct SystemBoxContent: Sendable, Hashable {
    /// The maximum number of key identifiers that are read.
    static let maximumKeyCount = 256

    /// The identifiers of the box and of its data, of 16 bytes each, and each once.
    package private(set) var keyIDs: [[UInt8]] = []
    /// The codes of the schemes that the data permit; nil if they do not contain any.
    package private(set) var schemes: [String]?
    /// The URL of the licence server in the data.
    package private(set) var licenceURL: String?
    /// The reason why the data cannot be read; nil for readable data, and for data of other systems.
    package private(set) var fault: String?

    package static let widevine = identifier(0xedef_8ba9_79d6_4ace, 0xa3c8_27dc_d51d_21ed)
    package static let playReady = identifier(0x9a04_f079_9840_4286, 0xab92_e65b_e088_5f95)

    package init(_ box: ProtectionSystemBox) {
        for entry in box.keyIDs.prefix(Self.maximumKeyCount) { add(Self.identifier(entry.high, entry.low)) }
        do throws(SystemDataError) {
            if box.systemID == Self.widevine {
                let data = try WidevineData(reading: box.data)
                for id in data.keyIDs { add(id) }
                schemes = data.scheme.map { ["\($0)"] }
            } else if box.systemID == Self.playReady {
                let description = PlayReadyDescription(try PlayReadyObject(reading: box.data))
                for id in description.keyIDs { add(id) }
                (schemes, licenceURL) = (description.schemes, description.licenceURL)
            }
        } catch {
            fault = error.description
        }
    }

    private static func identifier(_ high: UInt64, _ low: UInt64) -> [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }

    private mutating func add(_ id: [UInt8]) {
        if !keyIDs.contains(id) { keyIDs.append(id) }
    }
}
