import Media

/// The main fields of boxes, with their names in the specification.
enum BoxFields {
    typealias Fields = [BoxTree.Field]

    static let videoEntryTypes: Set<FourCC> = [
        "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "dav1", "av01", "vp08", "vp09", "encv", "mp4v",
        "apcn", "apch", "apcs", "apco", "ap4h", "ap4x", "vvc1", "vvi1", "lvc1", "mjpg", "jpeg", "s263", "drmi",
    ]
    static let audioEntryTypes: Set<FourCC> = [
        "mp4a", "ac-3", "ec-3", "Opus", "fLaC", "alac", "enca", ".mp3", "sowt", "twos", "lpcm", "in24", "in32", "fl32",
        "fl64", "raw ", "NONE", "ulaw", "alaw", "ipcm", "fpcm", "ac-4", "mha1", "mhm1", "iamf", "dtsc", "dtsh", "dtsl",
        "dtse", "dtsx", "dtsy", "mlpa", "apac", "samr", "sawb", "drms",
    ]

    static func fields(of box: BoxView, in parent: BoxView?) -> Fields {
        if parent?.type == SampleDescriptionBox.type { return entry(box) }
        if let known = BoxRegistry[box.type] { return known.init(readingPresentFieldsOf: box).fields }
        return configuration(box, in: parent?.type) ?? []
    }

    private static func entry(_ box: BoxView) -> Fields {
        if videoEntryTypes.contains(box.type) {
            return VisualSampleEntry(readingPresentFieldsOf: box).fields
        }
        guard audioEntryTypes.contains(box.type) else { return [] }
        let entry = AudioSampleEntry(readingPresentFieldsOf: box)
        // TrueHD stores the rate in the complete field.
        let rate = box.type == "mlpa" ? entry.sampleRate : entry.sampleRate >> 16
        return [.init("channels", entry.channelCount), .init("rate", rate), .init("version", entry.version)]
    }
}
