import ISOMedia

extension Faults {
    /// Renditions whose timelines differ.
    static let timelines: [Fault] = late + missing + dates + transportTimes + muxed

    /// The audio in ticks of 48 kHz, the smaller variant in ticks of 15,360 Hz.
    private static let late: [Fault] =
        [("0.1 s", 4800), ("0.5 s", 24_000), ("1 s", 48_000), ("5 s", 240_000)].map { name, ticks in
            Fault("R97M", "audio is \(name) late", in: .movie) { try $0.shiftFragments("audio", by: ticks) }
        }
        + [("0.1 s", 1536), ("1 s", 15_360), ("10 s", 153_600)].map { name, ticks in
            Fault("R97M", "the times of a variant are \(name) late", in: .movie) {
                try $0.shiftFragments("video-2", by: ticks)
            }
        }
        + [
            Fault("R97M", "audio is 0.2 s early", in: .movie) { try $0.shiftFragments("audio", by: -9600) },
            Fault("R97M", "audio is 0.2 s late from the third segment on", in: .movie) {
                try $0.shiftFragments("audio", by: 9600, from: 2)
            },
            Fault("R46", "a variant jumps by 0.5 s", in: .movie) {
                try $0.shiftFragments("video-2", by: 7680, from: 2)
            },
            Fault("R97M", "encrypted audio is 0.3 s late", in: .cbcs) { try $0.shiftFragments("audio", by: 14_400) },
            Fault("R41M", "live audio is 0.1 s late", in: .live) { try $0.shiftFragments("audio", by: 4800) },
            Fault("R41M", "a live variant is 1 s late", in: .live) { try $0.shiftFragments("video-2", by: 15_360) },
            Fault("R41M", "low-latency audio is 0.2 s late", in: .lowLatency) {
                try $0.shiftFragments("audio", by: 9600)
            },
        ]

    private static let missing: [Fault] = [
        Fault("R97M", "a variant lacks its first segment", in: .movie, "video-2/playlist.m3u8", .removeSegment(0)),
        Fault("R97M", "a variant lacks its last segment", in: .movie, "video-2/playlist.m3u8", .removeSegment(-1)),
        Fault(
            "R97", "a variant lacks its last two segments", in: .movie, "video-2/playlist.m3u8",
            .all(.removeSegment(-1), .removeSegment(-1))),
        Fault("R97M", "audio lacks its first segment", in: .movie, "audio/playlist.m3u8", .removeSegment(0)),
        Fault("R49", "audio lacks its last segment", in: .movie, "audio/playlist.m3u8", .removeSegment(-1)),
        Fault("R46", "a variant lacks a segment in the middle", in: .movie, "video-2/playlist.m3u8", .removeSegment(1)),
    ]

    private static let dates: [Fault] =
        [("0.1 s", 100), ("-3 s", -3000), ("1 h", 3_600_000)].map { name, offset in
            Fault(
                "R41M", "the dates of a variant are \(name) off", in: .dated, "video-2/playlist.m3u8",
                .shiftDates(by: offset))
        }
        + [("0.1 s", 100), ("3 s", 3000)].map { name, offset in
            Fault("R41M", "the dates of live audio are \(name) off", in: .live) {
                try $0.changeText("audio/playlist.m3u8", .shiftDates(by: offset))
            }
        }
        + [
            Fault("R41", "the dates of live audio are 1 h off", in: .live) {
                try $0.changeText("audio/playlist.m3u8", .shiftDates(by: 3_600_000))
            },
            Fault("R41M", "the dates of a live variant are 0.5 s off", in: .live) {
                try $0.changeText("video-2/playlist.m3u8", .shiftDates(by: -500))
            },
            Fault("R41M", "the dates of low-latency audio are 0.3 s off", in: .lowLatency) {
                try $0.changeText("audio/playlist.m3u8", .shiftDates(by: 300))
            },
            Fault("R40", "a date jumps by 1 s", in: .live) { presentation in
                let text = presentation[text: "video/playlist.m3u8"]
                let line = text.split(separator: "\n").last { $0.hasPrefix("#EXT-X-PROGRAM") }.map(String.init) ?? ""
                try presentation.changeText(
                    "video/playlist.m3u8", .replace(line, Mutation.shiftDates(by: 1000).apply(line)))
            },
        ]

    /// Audio in ticks of 48 kHz in the second variant only.
    private static let muxed: [Fault] = [true, false].flatMap { isEnded in
        [("0.1 s late", 4800), ("0.3 s late", 14_400), ("0.1 s early", -4800)].flatMap { name, ticks in
            let name = "muxed audio of \(isEnded ? "a movie" : "a live stream") is \(name)"
            return [
                Fault.muxed("R49", name, in: .muxed, isEnded: isEnded) { model in
                    for segment in model.renditions[1].segments.indices {
                        model.renditions[1].segments[segment].fragments[0].runs[1].time &+= UInt64(
                            bitPattern: Int64(ticks))
                    }
                },
                Fault.muxed("R49", name, in: .muxedTransportVariants, isEnded: isEnded) {
                    $0.renditions[1].tracks[1].start &+= UInt64(bitPattern: Int64(ticks))
                },
            ]
        }
    }

    private static let transportTimes: [Fault] = [
        .model("R97M", "audio is 0.1 s late", in: .transport) { $0.renditions[2].tracks[0].start += 4800 },
        .model("R97M", "a variant is 2 s late", in: .transport) { $0.renditions[1].tracks[0].start += 30_720 },
    ]
}

extension Fault {
    /// A fault in segments of a model in which all times are one second later, so that audio may be earlier than video.
    fileprivate static func muxed(
        _ rule: String, _ name: String, in subject: FaultSubject, isEnded: Bool,
        _ change: @escaping @Sendable (inout MediaModel) -> Void
    ) -> Fault {
        Fault(rule, name, in: subject) { presentation in
            var model = subject.model
            model.isEnded = isEnded
            for rendition in model.renditions.indices {
                for track in model.renditions[rendition].tracks.indices {
                    let timescale = UInt64(model.renditions[rendition].tracks[track].description.timescale)
                    model.renditions[rendition].tracks[track].start += timescale
                }
            }
            model.segmentTracks()
            for rendition in model.renditions.indices {
                for segment in model.renditions[rendition].segments.indices {
                    for run in model.renditions[rendition].segments[segment].fragments[0].runs.indices {
                        let timescale = model.renditions[rendition].tracks[run].description.timescale
                        model.renditions[rendition].segments[segment].fragments[0].runs[run].time += UInt64(timescale)
                    }
                }
            }
            change(&model)
            presentation = try PackagedPresentation(written: model)
        }
    }
}
