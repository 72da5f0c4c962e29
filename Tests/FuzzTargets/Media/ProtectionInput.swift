import ContentProtection
import ISOMedia
import Media

/// Encrypted media: slice headers and frame headers, boxes of encryption, and whole fragments.
enum ProtectionInput {
    private static let formats: [CodecConfiguration] = [
        .boxed(sampleEntry: "vp09", boxes: [0, 0, 0, 8] + Array("vpcC".utf8)),
        .boxed(sampleEntry: "av01", boxes: [0, 0, 0, 12] + Array("av1C".utf8) + [0x81, 0, 0, 0]),
        // Parameter sets are those inside of samples.
        .avc(AVCDecoderConfiguration(bytes: [1, 0x64, 0, 0x1e, 0xfc, 0xe0, 0])),
        .hevc(HEVCDecoderConfiguration(bytes: [1, 1] + [UInt8](repeating: 0, count: 19) + [0xfc, 0])),
    ]

    /// The first byte selects a scheme, and a codec, a movie or a file of keys; the second one is the size of the first
    /// part of the rest, in fours.
    static func read(_ input: [UInt8]) {
        guard input.count > 2 else { return }
        let rest = input.dropFirst(2)
        let size = min(Int(input[1]) * 4, rest.count)
        let parts = [Array(rest.prefix(size)), Array(rest.dropFirst(size))]
        // Not by remainder: the corpora contain bytes of the other choices.
        guard input[0] & 0x7f != 0x7f else { return readSystems(parts) }
        let choice = Int(input[0] & 0x7f) % 6
        switch choice {
        case 4: readMovie(parts)
        case 5: readKeys(parts[1])
        default: map(parts, formats[choice], input[0] & 0x80 != 0 ? .cenc : .cbcs)
        }
    }

    private static func map(_ samples: [[UInt8]], _ configuration: CodecConfiguration, _ scheme: ProtectionScheme) {
        let format = CodedVideoFormat(configuration: configuration, size: PixelSize(width: 64, height: 64))
        guard var mapper = try? SampleMapper(.codedVideo(format), scheme, vectorSize: scheme == .cenc ? 8 : 0) else {
            return
        }
        for sample in samples {
            guard let map = sample.withUnsafeBytes({ try? mapper.map($0) }) else { continue }
            let total = map.entries.reduce(0) { $0 + $1.clear + $1.protected }
            require(total == sample.count, "subsamples contain their sample")
            require(map.entries.count <= 42, "subsamples fit into saiz")
            require(scheme == .cbcs || map.entries.allSatisfy { $0.protected % 16 == 0 }, "cenc protects blocks")
        }
    }

    private static func readMovie(_ parts: [[UInt8]]) {
        let key = [UInt8](repeating: 7, count: 16)
        guard let cipher = key.withUnsafeBytes({ try? AES128(key: $0) }), let keyID = KeyIdentifier(key) else { return }
        let (start, media) = (ByteSlice(copying: parts[0]), ByteRope(parts[1]))
        if let decryptor = try? FragmentDecryptor(start, keys: [keyID: cipher]) { _ = try? decryptor.decrypt(media) }
        let protection = TrackProtection(
            .cenc, keyID: keyID, cipher: cipher, vector: InitializationVector(high: 1, low: 0))
        guard var encryptor = try? FragmentEncryptor(start, protection: { _ in protection }),
            let encrypted = try? encryptor.encrypt(media)
        else { return }
        let inverse = try? FragmentDecryptor(ByteSlice(copying: encryptor.initialization), keys: [keyID: cipher])
        require((try? inverse?.decrypt(encrypted)) == media, "decryption is the inverse of encryption")
    }

    /// Data of Widevine and a PlayReady object, alone and in boxes.
    private static func readSystems(_ parts: [[UInt8]]) {
        if let data = try? WidevineData(reading: parts[0]) {
            let again = try? WidevineData(reading: data.bytes)
            require(again?.keyIDs == data.keyIDs && again?.scheme == data.scheme, "data are read as written")
        }
        if let object = try? PlayReadyObject(reading: parts[1]) {
            require((try? PlayReadyObject(reading: object.bytes)) == object, "objects are read as written")
            require(PlayReadyDescription(object).algorithms.count <= 4, "properties are limited")
        }
        for system in [SystemBoxContent.widevine, SystemBoxContent.playReady] {
            for data in parts {
                var box = ProtectionSystemBox()
                (box.systemID, box.data) = (system, data)
                require(SystemBoxContent(box).keyIDs.count <= 256, "identifiers are limited")
            }
        }
    }

    private static func readKeys(_ document: [UInt8]) {
        guard let set = document.withUnsafeBytes({ try? KeyFile.read(document: $0) }) else { return }
        require(Set(set.keys.map(\.id)).count == set.keys.count, "identifiers are unique")
        _ = try? ProtectionSystem.allCases.map { try $0.box(set.keys, .cenc) }
    }
}
