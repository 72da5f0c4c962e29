/// The format of media that are neither video nor audio, identified by their sample entry.
public struct CodedDataFormat: Sendable, Hashable, Codable {
    public var mediaType: MediaType
    /// The handler type of the track, such as `text`, `sbtl` or `tmcd` (ISO/IEC 14496-12 8.4.3).
    public var handler: FourCC
    /// The complete sample entry box.
    public var sampleEntry: [UInt8]

    /// A format with this handler type and sample entry.
    public init(mediaType: MediaType, handler: FourCC, sampleEntry: [UInt8]) {
        self.mediaType = mediaType
        self.handler = handler
        self.sampleEntry = sampleEntry
    }

    /// The type of the sample entry, such as `tx3g`; zero if there is no sample entry.
    package var sampleEntryCode: FourCC {
        FourCC(rawValue: sampleEntry.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }
}
