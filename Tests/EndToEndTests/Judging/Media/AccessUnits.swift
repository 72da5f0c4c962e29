import Foundation

/// The H.264 NAL units of a packet, parsed from its bytes.
struct AccessUnit: Sendable {
    /// The nal_unit_type of each NAL unit.
    let types: [UInt8]

    /// Whether the first coded slice belongs to an IDR picture.
    var beginsWithIDR: Bool { types.first { (1...5).contains($0) } == 5 }

    /// Parses the packet at `position` in `file`, with the NAL unit length size from avcC.
    init(file: Data, position: Int, size: Int) throws {
        guard let record = Self.configuration(file), position + size <= file.count else {
            throw Unable("no avcC, or a packet beyond the end of the file")
        }
        let lengthSize = Int(record[4] & 3) + 1
        var types: [UInt8] = []
        var at = position
        while at + lengthSize < position + size {
            let length = file[at..<at + lengthSize].reduce(0) { $0 << 8 | Int($1) }
            types.append(file[at + lengthSize] & 0x1f)
            at += lengthSize + length
        }
        guard at == position + size else { throw Unable("the NAL units do not fill their packet") }
        self.types = types
    }

    /// The first eight bytes of the AVCDecoderConfigurationRecord; nil when there is none.
    static func configuration(_ file: Data) -> [UInt8]? {
        guard let box = file.range(of: Data("avcC".utf8)), box.upperBound + 8 <= file.count else { return nil }
        return [UInt8](file[box.upperBound..<box.upperBound + 8])
    }

    /// The RFC 6381 codec name for the configuration record.
    static func codecName(_ file: Data) -> String? {
        configuration(file).map { "avc1." + $0[1...3].map { String(format: "%02x", $0) }.joined() }
    }
}
