/// Identifiers of key systems.
enum SystemIdentifiers {
    static let widevine = bytes("edef8ba979d64acea3c827dcd51d21ed")
    static let playReady = bytes("9a04f07998404286ab92e65be0885f95")
    static let clearKey = bytes("e2719d58a985b3c9781ab030af78d30e")
    static let fairPlay = bytes("94ce86fb07ff4f43adb893d2fa968ca2")

    private static func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: 32, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }
}
