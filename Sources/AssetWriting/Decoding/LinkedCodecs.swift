import CLinkedCodecs

/// The codecs that are linked into the same program, where writers and readers look when nobody gives them others.
///
/// Nothing is registered when a program starts: the first input with output settings asks for the C function
/// `sluice_make_codecs`, which the GStreamer side defines.
package final class LinkedCodecs: Sendable {
    /// Encoders and decoders of one library.
    package typealias Provider = EncoderProvider & DecoderProvider

    /// Nil when the program has none.
    package static let provider: (any Provider)? = {
        guard let made = sluice_linked_codecs() else { return nil }
        return Unmanaged<LinkedCodecs>.fromOpaque(made).takeRetainedValue().provider
    }()

    private let provider: any Provider

    /// A carrier for a provider on its way through C.
    package init(_ provider: any Provider) { self.provider = provider }

    /// A reference that ``provider`` takes over.
    package func givenAway() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}
