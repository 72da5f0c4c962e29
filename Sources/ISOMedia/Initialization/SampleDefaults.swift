import Media

/// Defaults for samples without explicit values (ISO/IEC 14496-12 8.8.3).
package struct SampleDefaults: Sendable, Hashable {
    package var duration: UInt32 = 0
    package var size: UInt32 = 0
    package var flags: UInt32 = 0
    /// The index of the sample entry, from 1.
    package var descriptionIndex: UInt32 = 1

    /// Defaults of zero unless they are passed.
    package init(duration: UInt32 = 0, size: UInt32 = 0, flags: UInt32 = 0) {
        self.duration = duration
        self.size = size
        self.flags = flags
    }
}
