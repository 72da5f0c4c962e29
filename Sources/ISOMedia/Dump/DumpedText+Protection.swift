import Media

extension DumpedText {
    /// The systems of `pssh` boxes with an assigned identifier (dashif.org/identifiers/content_protection).
    private static let systems = [
        "1077efecc0b24d02ace33c1e52e2fb4b": "common",
        "e2719d58a985b3c9781ab030af78d30e": "ClearKey",
        "edef8ba979d64acea3c827dcd51d21ed": "Widevine",
        "9a04f07998404286ab92e65be0885f95": "PlayReady",
        "94ce86fb07ff4f43adb893d2fa968ca2": "FairPlay",
        "29701fe43cc74a348c5bae90c7439a47": "FairPlay",
        "3d5e6d359b9a41e8b843dd3c6e72c42c": "ChinaDRM",
        "adb41c242dbf4a6d958b4457c0d27b95": "Nagra",
        "5e629af538da4063897797ffbd9902d4": "Marlin",
        "f239e769efa348509c16a903c6932efb": "Adobe Primetime",
    ]

    /// The name of a protection system; nil if it is not known.
    static func system(_ id: [UInt8]) -> String? { systems[hex(id)] }

    /// The numbers of encrypted and clear blocks of a pattern, 4 bits each.
    static func pattern(_ value: UInt8) -> String { "\(value >> 4):\(value & 15)" }
}

extension SampleGroupDescriptionBox {
    /// The maximum number of descriptions to list.
    private static let listedCount = 16

    /// The fields of `seig` descriptions (ISO/IEC 23001-7 6).
    var encryptionFields: [BoxTree.Field] {
        guard groupingType == "seig" else { return [] }
        return descriptions(limit: Self.listedCount).filter { $0.count >= 20 }.flatMap { description in
            let bytes = Array(description)
            var fields: [BoxTree.Field] = [
                .init("pattern", DumpedText.pattern(bytes[1])), .init("protected", bytes[2]),
                .init("iv_size", bytes[3]), .init("KID", DumpedText.hex(Array(bytes[4..<20]))),
            ]
            if bytes[2] != 0, bytes[3] == 0, bytes.count > 20 {
                fields.append(.init("constant_iv", DumpedText.hex(Array(bytes[21...].prefix(Int(bytes[20]))))))
            }
            return fields
        }
    }
}
