/// The syntax of a tag's value (RFC 8216bis 4.1 and 4.2).
package enum TagValue: Sendable {
    /// Neither a colon nor a value.
    case none
    case integer
    /// A target duration in whole seconds.
    case targetDuration
    /// One of these enumerated strings.
    case word([String])
    /// A duration in seconds, a comma and a title.
    case segmentDuration
    case byteRange
    case date
    /// An attribute list with these attributes.
    case attributes([TagAttribute])
}
