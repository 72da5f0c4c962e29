import CLinkedCodecs

/// The codecs linked into the program: the default for writers and readers without a provider.
///
/// Nothing is registered at program start. The first input or output with settings calls the C function
/// `sluice_make_codecs`, which the GStreamer module defines.
package final class LinkedCodecs: Sendable {
    /// A type that makes the encoders and decoders of one library.
    package typealias Provider = EncoderProvider & DecoderProvider

    /// The provider; nil when no codecs are linked into the program.
    package static let provider: (any Provider)? = {
        guard let made = sluice_linked_codecs() else { return nil }
        return Unmanaged<LinkedCodecs>.fromOpaque(made).takeRetainedValue().provider
    }()

    private let provider: any Provider

    /// Wraps a provider so that it can pass through C.
    package init(_ provider: any Provider) { self.provider = provider }

    /// Returns a retained reference, which ``provider`` consumes.
    package func retainedPointer() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}
