/// The fields of an audio sample entry (ISO/IEC 14496-12 12.2.3), or of a QuickTime `SoundDescription` of version 0, 1
/// or 2.
package struct AudioSampleEntry: BoxContent {
    /// The fields of a QuickTime `SoundDescription` of version 1.
    package struct PacketFields: Sendable, Equatable {
        package var framesPerPacket: UInt32 = 0
        package var bytesPerPacket: UInt32 = 0
        package var bytesPerFrame: UInt32 = 0
        package var bytesPerSample: UInt32 = 0
    }

    /// The fields of a QuickTime `SoundDescription` of version 2.
    package struct ExtendedFields: Sendable, Equatable {
        /// The size of all fields, including the header of the entry.
        package var size: UInt32 = 72
        /// The bits of a 64-bit floating-point number.
        package var sampleRate: UInt64 = 0
        package var channelCount: UInt32 = 0
        /// Always this value.
        package var constant: UInt32 = 0x7f00_0000
        package var bitsPerSample: UInt32 = 0
        /// Bits of Core Audio's `AudioFormatFlags`, such as ``isFloat``.
        package var formatFlags: UInt32 = 0
        package var bytesPerPacket: UInt32 = 0
        package var framesPerPacket: UInt32 = 0

        static let isFloat: UInt32 = 1
        static let isBigEndian: UInt32 = 2
        static let isSignedInteger: UInt32 = 4
        static let isPacked: UInt32 = 8
        static let isNonInterleaved: UInt32 = 0x20
    }

    package var dataReferenceIndex: UInt16 = 1
    package var version: UInt16 = 0
    package var channelCount: UInt16 = 0
    package var bitsPerSample: UInt16 = 16
    package var compression: UInt16 = 0
    /// A 16.16 number; for TrueHD, an integer.
    package var sampleRate: UInt32 = 0
    /// Whether the version of QuickTime determines further fields.
    package var hasVersionFields = false
    package var packets = PacketFields()
    package var extended = ExtendedFields()

    /// The size of the fields of all versions.
    static let plainSize = AudioSampleEntry().size
    /// The size with the fields of version 1.
    static let versionedSize = {
        var entry = AudioSampleEntry()
        (entry.hasVersionFields, entry.version) = (true, 1)
        return entry.size
    }()

    package init() {}

    /// Reads an entry. `isVersioned` allows QuickTime versions (`stsd` of version 0).
    init(reading entry: BoxView, isVersioned: Bool) throws(MovieFileError) {
        var reader = BoxReader(entry)
        hasVersionFields = isVersioned
        layout(&reader)
        if let damage = reader.damage { throw damage }
    }

    /// Whether the fields of version 2 apply.
    var isExtended: Bool { hasVersionFields && version == 2 }

    /// The offset of the boxes inside the entry.
    var childrenOffset: Int { max(size, isExtended ? Int(extended.size) - 8 : 0) }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.reserved(6)
        visitor.field(&dataReferenceIndex)
        visitor.field(&version)
        visitor.reserved(6)
        visitor.field(&channelCount)
        visitor.field(&bitsPerSample)
        visitor.field(&compression)
        visitor.reserved(2)
        visitor.field(&sampleRate)
        visitor.beginOptionalFields()
        if hasVersionFields, version == 1 { layoutPackets(&visitor) }
        if isExtended { layoutExtension(&visitor) }
    }

    private mutating func layoutPackets(_ visitor: inout some BoxVisitor) {
        visitor.field(&packets.framesPerPacket)
        visitor.field(&packets.bytesPerPacket)
        visitor.field(&packets.bytesPerFrame)
        visitor.field(&packets.bytesPerSample)
    }

    private mutating func layoutExtension(_ visitor: inout some BoxVisitor) {
        visitor.field(&extended.size)
        visitor.field(&extended.sampleRate)
        visitor.field(&extended.channelCount)
        visitor.field(&extended.constant)
        visitor.field(&extended.bitsPerSample)
        visitor.field(&extended.formatFlags)
        visitor.field(&extended.bytesPerPacket)
        visitor.field(&extended.framesPerPacket)
    }
}
