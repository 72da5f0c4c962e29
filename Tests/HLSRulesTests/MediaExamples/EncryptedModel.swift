import ContentProtection
import Foundation
import HLSRules
import ISOMedia
import Media

/// Media of models, encrypted by the package and then modified.
enum EncryptedModel {
    static let keyID = KeyIdentifier([UInt8](repeating: 7, count: 16))!
    static let secret = [UInt8](0..<16)

    /// Video with slice headers that can be parsed.
    static var video: MediaModel {
        ValidMedia.videoOnly
    }

    /// Writes the files of a model, encrypted with `cenc`, and declared to Widevine.
    static func files(_ model: MediaModel, vector: UInt64 = 1, key: [UInt8]? = secret) throws -> MediaFiles {
        var model = model
        model.segmentTracks()
        var files = try model.files()
        let contentKey = try secret.withUnsafeBytes { try ContentKey(id: keyID, key: $0) }
        let box = try ProtectionSystem.widevine.box([contentKey], .cenc) ?? []
        let attributes = [
            "METHOD=SAMPLE-AES-CTR", "URI=\"data:text/plain;base64,\(Data(box).base64EncodedString())\"",
            "KEYID=0x\(keyID.hexadecimal)", "KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\"",
            "KEYFORMATVERSIONS=\"1\"",
        ]
        let tag = "#EXT-X-KEY:\(attributes.joined(separator: ","))\n"
        for (index, rendition) in model.renditions.enumerated() {
            var protection = TrackProtection(
                .cenc, keyID: keyID, cipher: try contentKey.cipher(),
                vector: InitializationVector(high: vector << 32 + UInt64(index) << 24, low: 0))
            if vector == 0 { protection.vector = InitializationVector(high: 1, low: 0) }
            let start = "\(rendition.name)/init.mp4"
            var encryptor = try FragmentEncryptor(ByteSlice(copying: files.media[start] ?? []), systems: box) { _ in
                protection
            }
            files.media[start] = encryptor.initialization
            let names = files.media.keys.filter { $0.hasPrefix("\(rendition.name)/") && $0 != start }
            for name in names.sorted() {
                files.media[name] = try encryptor.encrypt(ByteRope(files.media[name] ?? [])).bytes
            }
            let playlist = "\(rendition.name).m3u8"
            files.texts[playlist] = files.texts[playlist]?.replacing(
                "#EXT-X-MAP", with: tag + "#EXT-X-MAP", maxReplacements: 1)
        }
        files.media["sample-key"] = key
        return files
    }

    /// An example whose broken copy is modified after encryption.
    static func example(
        _ rule: String, _ name: String, _ model: MediaModel = video, key: [UInt8]? = secret,
        _ change: @escaping @Sendable (inout MediaFiles) throws -> Void
    ) -> RuleExample {
        RuleExample(
            rule: rule, scope: .segment, name: name,
            findings: { isBroken, profile in
                var files = try files(model, key: key)
                if isBroken { try change(&files) }
                return files.measure(profile).findings
            }, profile: .rfc)
    }

    /// An example whose second segment is modified.
    static func segment(
        _ rule: String, _ name: String, key: [UInt8]? = secret,
        _ change: @escaping @Sendable (inout [UInt8]) throws -> Void
    ) -> RuleExample {
        example(rule, name, key: key) { try change(&$0.media["video/2.m4s", default: []]) }
    }
}
