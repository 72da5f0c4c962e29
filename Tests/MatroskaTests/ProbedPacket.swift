import OutsidePrograms

/// A packet of a file as ffprobe reads it.
struct ProbedPacket: Hashable {
    var stream: Int
    /// In milliseconds.
    var presentation: Int64?
    var size: Int
    var isKey: Bool
    var digest: String

    /// Returns the packets of a file in its order.
    static func packets(_ path: String) throws -> [ProbedPacket] {
        let listing = try command(
            "ffprobe", "-v", "error", "-show_data_hash", "CRC32", "-show_entries",
            "packet=stream_index,pts,size,flags,data_hash", "-of", "compact=p=0", path)
        // Side data are on a line of their own.
        return listing.replacing("|\n|", with: "|").split(separator: "\n").map { line in
            let fields = line.split(separator: "|").reduce(into: [Substring: Substring]()) { fields, field in
                let parts = field.split(separator: "=", maxSplits: 1)
                if parts.count == 2 { fields[parts[0]] = parts[1] }
            }
            return ProbedPacket(
                stream: fields["stream_index"].flatMap { Int($0) } ?? -1,
                presentation: fields["pts"].flatMap { Int64($0) }, size: fields["size"].flatMap { Int($0) } ?? -1,
                isKey: fields["flags"]?.hasPrefix("K") == true, digest: String(fields["data_hash"] ?? ""))
        }
    }

    /// Returns the CRC-32 of bytes as ffprobe prints it.
    static func digest(_ bytes: [UInt8]) -> String {
        var remainder: UInt32 = .max
        for byte in bytes { remainder = remainder >> 8 ^ table[Int((remainder ^ UInt32(byte)) & 0xff)] }
        let digits = String(~remainder, radix: 16)
        return "CRC32:" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }
}
