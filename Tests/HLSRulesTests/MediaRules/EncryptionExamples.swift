import HLSRules

extension RuleExamples {
    private static let fragment = ["moof", "traf"]
    /// The first entry of senc, of the sync sample: vector, number of subsamples, clear bytes, protected bytes.
    private static let entry = 16

    /// Moves the border between the clear and the protected bytes of the first sample.
    private static func moveBorder(by count: Int, in bytes: inout [UInt8]) throws {
        let box = try BoxPatch.find(fragment + ["senc"], in: bytes)[2].lowerBound + entry
        let clear = Int(bytes[box + 10]) << 8 | Int(bytes[box + 11])
        let protected = Int(BoxPatch.word(bytes, box + 12))
        try BoxPatch.write(
            [UInt8((clear + count) >> 8), UInt8((clear + count) & 0xff)], at: entry + 10, of: fragment + ["senc"],
            in: &bytes)
        let rest = UInt32(protected - count)
        try BoxPatch.write(
            (0..<4).map { UInt8(truncatingIfNeeded: rest >> (24 - 8 * $0)) }, at: entry + 12, of: fragment + ["senc"],
            in: &bytes)
    }

    static let encryptedSamples: [RuleExample] = [
        EncryptedModel.segment("S10", "saio has another offset") { bytes in
            try BoxPatch.write([0, 0, 0, 9], at: 16, of: fragment + ["saio"], in: &bytes)
        },
        EncryptedModel.segment("S10", "subsamples exceed their sample", key: nil) { bytes in
            try BoxPatch.write([0, 0, 1, 0], at: entry + 12, of: fragment + ["senc"], in: &bytes)
        },
        EncryptedModel.segment("S11", "a protected range ends with a part of a block") { bytes in
            try moveBorder(by: 1, in: &bytes)
        },
        EncryptedModel.segment("S12", "the slice header is protected", key: nil) { bytes in
            let box = try BoxPatch.find(fragment + ["senc"], in: bytes)[2].lowerBound + entry
            try moveBorder(by: -(Int(bytes[box + 10]) << 8 | Int(bytes[box + 11])), in: &bytes)
        },
        EncryptedModel.segment("S13", "a sample is clear") { bytes in
            let box = try BoxPatch.find(fragment + ["senc"], in: bytes)[2].lowerBound + entry
            try moveBorder(by: Int(BoxPatch.word(bytes, box + 12)), in: &bytes)
        },
        EncryptedModel.segment("S14", "two samples have one vector") { bytes in
            let box = try BoxPatch.find(fragment + ["senc"], in: bytes)[2].lowerBound + entry
            try BoxPatch.write(Array(bytes[box..<box + 8]), at: entry + 16, of: fragment + ["senc"], in: &bytes)
        },
        RuleExample(
            rule: "S14", scope: .measurement, name: "two renditions begin with one vector",
            findings: { isBroken, profile in
                var model = ValidMedia.presentation
                model.renditions = [model.renditions[2]]
                model.renditions[0].name = "first"
                var other = model.renditions[0]
                other.name = "second"
                model.renditions.append(other)
                return try EncryptedModel.files(model, vector: isBroken ? 0 : 1).measure(profile).findings
                    .filter { $0.rule == "S14" }
            }, profile: .rfc),
        EncryptedModel.example("S15", "tenc has a pattern with cenc") { files in
            let path = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "encv", "sinf", "schi", "tenc"]
            try BoxPatch.write([1], at: 8, of: path, in: &files.media["video/init.mp4", default: []])
            try BoxPatch.write([0x19], at: 13, of: path, in: &files.media["video/init.mp4", default: []])
        },
        EncryptedModel.example("S16", "the key is another one", ValidMedia.audioOnly) { files in
            files.media["sample-key"] = [UInt8](repeating: 1, count: 16)
        },
        EncryptedModel.example("S17", "KEYID is another one") { files in
            files.texts["video.m3u8"] = files.texts["video.m3u8"]?.replacing("KEYID=0x07", with: "KEYID=0x08")
        },
        EncryptedModel.example("S18", "the initialization section has no pssh box") { files in
            try BoxPatch.rename(["moov", "pssh"], to: "free", in: &files.media["video/init.mp4", default: []])
        },
    ]
}
