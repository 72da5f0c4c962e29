import ISOMedia
import Media
import HLSRules

extension RuleExamples {
    /// The second sample of a segment is the sync sample, instead of the first.
    private static let lateSync = MediaChange.model { model in
        var samples = model.renditions[0].segments[2].fragments[0].runs[0].samples
        samples.swapAt(0, 1)
        model.renditions[0].segments[2].fragments[0].runs[0].samples = samples
    }

    static let entryPoints: [RuleExample] = [
        .media(
            "R42", "a segment starts with a dependent frame", ValidMedia.videoOnly, lateSync, profile: .rfc),
        .media("R43", "a segment starts with a dependent frame", ValidMedia.videoOnly, lateSync),
        .media(
            "R43", "an HEVC segment starts with an open GOP", hevc,
            .model { model in
                var samples = model.renditions[0].segments[2].fragments[0].runs[0].samples
                samples[0].head = ValidMedia.hevcCleanAccess
                for index in 1...2 { samples[index].head = ValidMedia.hevcSkippedLeading }
                model.renditions[0].segments[2].fragments[0].runs[0].samples = samples
            }),
        .media(
            "R43", "a segment starts at a recovery point of H.264", ValidMedia.videoOnly,
            .model { $0.renditions[0].segments[2].fragments[0].runs[0].samples[0].makeRecoveryPoint() }),
        .media(
            "B12", "a recovery point of H.264 has a sync flag", ValidMedia.videoOnly,
            .model { model in
                model.renditions[0].segments[2].fragments[0].runs[0].samples[60].makeRecoveryPoint()
            }),
        .media(
            "R44", "4 s without a sync sample", ValidMedia.videoOnly,
            .model { model in
                var sample = model.renditions[0].segments[2].fragments[0].runs[0].samples[60]
                (sample.isSync, sample.head) = (false, ValidMedia.predicted)
                model.renditions[0].segments[2].fragments[0].runs[0].samples[60] = sample
            }),
        .media(
            "R48", "the media ends before its last sample", ValidMedia.videoOnly,
            .model { $0.renditions[0].segments[2].fragments[0].missing = 100 }),
    ]

    private static var hevc: MediaModel {
        var model = ValidMedia.videoOnly
        model.renditions[0].tracks[0] = ValidMedia.video(.hevc(HEVCDecoderConfiguration(bytes: ValidMedia.hevc)))
        model.renditions[0].tracks[0].syncHead = ValidMedia.hevcInstantaneous
        model.renditions[0].tracks[0].otherHead = ValidMedia.hevcPredicted
        return model
    }

    static let partExamples: [RuleExample] = [
        .media(
            "R55", "a part without a sync sample is declared independent", ValidMedia.parts,
            .model { model in
                let run = model.renditions[0].segments[2].fragments[1].runs[0]
                model.renditions[0].segments[2].fragments[1].runs[0].samples[0] = run.samples[1]
                // Moves the sync sample to the previous fragment, so that no other rule is violated.
                model.renditions[0].segments[2].fragments[0].runs[0].samples[59] = run.samples[0]
            }.with(.text("video.m3u8", .independent(part: 5)))),
        .media(
            "R58", "a part is truncated", ValidMedia.parts,
            .text("video.m3u8", .number("BYTERANGE=\"") { $0 - 10 })),
        .media(
            "R54M", "a part is not listed", ValidMedia.parts,
            .text(
                "video.m3u8",
                Mutation { text in
                    var lines = text.split(separator: "\n")
                    lines.remove(at: lines.lastIndex { $0.hasPrefix("#EXT-X-PART:") } ?? 0)
                    return lines.joined(separator: "\n") + "\n"
                })),
    ]
}

extension MediaModel.Sample {
    /// Replaces the picture by an I picture after a recovery point message.
    fileprivate mutating func makeRecoveryPoint() {
        let message: [UInt8] = [0x06, 0x06, 0x01, 0xc4, 0x80]
        var writer = ByteWriter()
        writer.write(UInt32(message.count))
        writer.write(contentsOf: message)
        writer.write(UInt32(size - writer.count - 4))
        writer.write(contentsOf: ValidMedia.predicted)
        (head, hasLength) = (writer.bytes, false)
    }
}

extension MediaChange {
    fileprivate func with(_ other: MediaChange) -> MediaChange { .all([self, other]) }
}

extension Mutation {
    /// Declares the part with this index, starting at 0, as independent.
    fileprivate static func independent(part: Int) -> Mutation {
        Mutation { text in
            var lines = text.split(separator: "\n").map(String.init)
            let parts = lines.indices.filter { lines[$0].hasPrefix("#EXT-X-PART:") }
            guard !lines[parts[part]].contains("INDEPENDENT") else {
                throw TextNotFound(description: "part \(part) is already independent")
            }
            lines[parts[part]] += ",INDEPENDENT=YES"
            return lines.joined(separator: "\n") + "\n"
        }
    }
}
