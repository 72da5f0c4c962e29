/// The brightness metadata in supplemental enhancement information of an HEVC sample or configuration record.
package struct VideoMetadataMessages: Sendable, Hashable {
    package private(set) var masteringDisplay: MasteringDisplay?
    package private(set) var contentLight: ContentLightLevel?

    /// Reads the messages before the first slice of a sample.
    package init(hevc sample: ByteSlice, nalLengthSize: Int) {
        sample.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: nalLengthSize) {
                let type = unit[0] >> 1 & 0x3f
                if type < 32 { return }
                if type == 39, unit.count <= 4096 { read(unit.dropFirst(2)) }
            }
        }
    }

    /// Reads the messages in a configuration record.
    package init(_ record: HEVCDecoderConfiguration) {
        guard let fields = try? record.parse() else { return }
        for unit in fields.parameterSets(ofType: 39) where unit.count > 2 { read(unit.dropFirst(2)) }
    }

    private mutating func read(_ unit: some Collection<UInt8>) {
        SupplementalMessage.read(unit) { type, content in
            if type == 137 { masteringDisplay = MasteringDisplay(bytes: Array(content)) ?? masteringDisplay }
            if type == 144 { contentLight = ContentLightLevel(bytes: Array(content)) ?? contentLight }
        }
    }
}
