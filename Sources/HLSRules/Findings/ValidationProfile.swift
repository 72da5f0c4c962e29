/// The specification to validate against.
package enum ValidationProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// draft-pantos-hls-rfc8216bis.
    case rfc
    /// draft-pantos-hls-rfc8216bis and Apple's HLS Authoring Specification for Apple Devices.
    case apple
}
