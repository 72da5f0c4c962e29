import Media

extension Faults {
    /// Pictures of other variants, and missing and damaged ones, that their headers or other variants show.
    static let pictures: [Fault] = variants + slices + hevc + times + audio

    private static let segment = "segment-00002.m4s"

    private static let variants: [Fault] = [("video", "video-2"), ("video-2", "video")].map { own, other in
        Fault("R121", "a segment of \(other) without I-frame playlists", in: .movie) { presentation in
            try presentation.changeText("index.m3u8", .lines { $0.contains("I-FRAME") ? nil : $0 })
            presentation.files["\(own)/\(segment)"] = presentation.files["\(other)/\(segment)"]
        }
    }

    private static let padding = [UInt8](repeating: 0xff, count: 20)

    private static let slices: [Fault] = [
        heads("B31", "a segment of a stream with frame numbers of 8 bits", in: .muxedTransport) {
            $0.isSync ? [0x65, 0x88, 0x80, 0x7f] + padding : [0x01, 0x88, 0x80, 0xff] + padding
        },
        head("B31", "a picture after missing reference pictures", [0x01, 0x88, 0x9f] + padding),
        head("B31", "a slice of a picture parameter set that is missing", [0x01, 0x88, 0x5f] + padding),
        head("B31", "an IDR picture with a frame number", [0x65, 0x88, 0xfc] + padding, at: 60),
        head("B31", "a quantizer above 51", [0x01, 0x88, 0x88, 0x02, 0x09] + padding),
        Fault.bytes("B31", "a slice after the last macroblock", in: .movie, "video/\(segment)") { bytes in
            let start = (try BoxPatch.find(["mdat"], in: bytes).last?.lowerBound ?? 0) + 8
            let rest = Int(BoxPatch.word(bytes, start)) - 104
            bytes.replaceSubrange(start..<start + 4, with: [0, 0, 0, 100])
            bytes.replaceSubrange(
                start + 104..<start + 114,
                with: [0, 0, UInt8(rest >> 8), UInt8(rest & 0xff), 0x65, 0x00, 0x3e, 0x88, 0x88, 0x7f])
        },
        Fault.bytes("B31", "parameter sets of another size", in: .movie, "video/\(segment)") { bytes in
            let start = (try BoxPatch.find(["mdat"], in: bytes).last?.lowerBound ?? 0) + 8
            let set = ValidMedia.bytes("674d4015d901419f9f0110000003001000000303c0f162e480")
            let rest = Int(BoxPatch.word(bytes, start)) - set.count - 4
            bytes.replaceSubrange(
                start..<start + set.count + 8 + ValidMedia.instantaneous.count,
                with: [0, 0, 0, UInt8(set.count)] + set + [0, 0, UInt8(rest >> 8), UInt8(rest & 0xff)]
                    + ValidMedia.instantaneous)
        },
    ]

    private static let hevc: [Fault] = [
        // Three rows of blocks have two entry points.
        heads("B31", "a segment of a smaller variant", in: .hevc) {
            $0.isSync
                ? [0x26, 0x01, 0xaf, 0x68, 0x20] + padding : [0x00, 0x01, 0xd8, 0x0b, 0x6d, 0x04] + padding
        },
        heads("B31", "a segment of a taller variant", in: .hevc) {
            $0.isSync
                ? [0x26, 0x01, 0xaf, 0x08, 0xa5, 0x55, 0x55, 0x55, 0x58] + padding : ValidMedia.hevcPredicted
        },
        heads("B31", "a slice of a picture parameter set that is missing", in: .hevc) {
            $0.isSync ? [0x26, 0x01, 0x93, 0xc6, 0x20, 0x00, 0x00, 0x20] + padding : ValidMedia.hevcPredicted
        },
    ]

    private static let times: [Fault] = [
        fault("B32", "a picture has the time of the IDR picture after it") {
            $0.renditions[0].segments[2].fragments[0].runs[0].samples[59].offset = 512
        },
        fault("B32", "a picture is later than the next segment") {
            $0.renditions[0].segments[1].fragments[0].runs[0].samples[119].offset = 512
        },
        fault("B32", "pictures in the order of decoding instead of the bitstream", in: .hevc) { model in
            // The second picture is shown before the first one by its picture order count.
            let samples = model.renditions[0].segments[2].fragments[0].runs[0].samples
            guard samples.count > 2 else { return }
            model.renditions[0].segments[2].fragments[0].runs[0].samples[1].head[3] = 0x13
        },
        fault("B32", "a random access picture before the pictures that lead it", in: .hevc) { openStart(&$0, 0, 0) },
        fault("B32", "a random access picture at the time of a picture that leads it", in: .hevc) {
            openStart(&$0, 512, 0)
        },
    ]

    /// Starts the third segment with a clean random access picture and a picture that leads it, both delayed.
    static func openStart(_ model: inout MediaModel, _ delay: Int32, _ leadingDelay: Int32) {
        var samples = model.renditions[0].segments[2].fragments[0].runs[0].samples
        guard samples.count > 2 else { return }
        (samples[0].head, samples[0].offset) = (ValidMedia.hevcCleanAccess, delay)
        // The picture order count -1.
        (samples[1].head, samples[1].offset) = (ValidMedia.hevcSkippedLeading, leadingDelay)
        samples[1].head.replaceSubrange(2..<4, with: [0xdf, 0xfb])
        model.renditions[0].segments[2].fragments[0].runs[0].samples = samples
    }

    private static let audio: [Fault] = [
        .bytes("B30", "audio of zeros", in: .movie, "audio/\(segment)") { bytes in
            let start = (try BoxPatch.find(["mdat"], in: bytes).last?.lowerBound ?? 0) + 8
            for offset in start..<bytes.count { bytes[offset] = 0 }
        },
        .bytes("B30", "a configuration of one channel for stereo", in: .movie, "audio/init.mp4") { bytes in
            guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: [0x11, 0x90]) }) else { return }
            bytes[start + 1] = 0x88
        },
        .bytes("B30", "zeros in a slice", in: .movie, "video/\(segment)") { bytes in
            let start = (try BoxPatch.find(["mdat"], in: bytes).last?.lowerBound ?? 0) + 8
            for offset in start + 100..<start + 200 { bytes[offset] = 0 }
        },
    ]

    /// A fault in the segments of a model of video.
    private static func fault(
        _ rule: String, _ name: String, in subject: FaultSubject = .muxedTransport,
        _ change: @escaping @Sendable (inout MediaModel) -> Void
    ) -> Fault {
        Fault(rule, name, in: subject) { presentation in
            var model = subject == .hevc ? subject.model : ValidMedia.videoOnly
            model.segmentTracks()
            change(&model)
            presentation = try PackagedPresentation(written: model)
        }
    }

    /// A fault in the heads of all video samples of the third segment.
    private static func heads(
        _ rule: String, _ name: String, in subject: FaultSubject,
        _ head: @escaping @Sendable (MediaModel.Sample) -> [UInt8]
    ) -> Fault {
        Fault(rule, name, in: subject) { presentation in
            var model = subject.model
            model.renditions[0].container = .fragments
            model.segmentTracks()
            for index in model.renditions[0].segments[2].fragments[0].runs[0].samples.indices {
                let sample = model.renditions[0].segments[2].fragments[0].runs[0].samples[index]
                model.renditions[0].segments[2].fragments[0].runs[0].samples[index].head = head(sample)
            }
            presentation = try PackagedPresentation(written: model)
        }
    }

    /// A fault in the head of one sample.
    private static func head(_ rule: String, _ name: String, _ bytes: [UInt8], at index: Int = 7) -> Fault {
        Fault(rule, name, in: .muxedTransport) { presentation in
            var model = ValidMedia.videoOnly
            model.segmentTracks()
            model.renditions[0].segments[2].fragments[0].runs[0].samples[index].head = bytes
            presentation = try PackagedPresentation(written: model)
        }
    }
}
