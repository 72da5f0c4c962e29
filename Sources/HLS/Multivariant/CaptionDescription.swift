package import Media

/// The description of embedded closed captions in a multivariant playlist (RFC 8216bis 4.4.6.1).
package struct CaptionDescription: Sendable, Hashable {
    package var service: CaptionService
    /// A BCP 47 language tag; nil when unknown.
    package var language: String?
    /// A display name; nil when unknown.
    package var name: String?
    package var isDefault = false
    package var isAutoselect = true
    /// Uniform type identifiers.
    package var characteristics: [String] = []

    package init(_ service: CaptionService) { self.service = service }
}
