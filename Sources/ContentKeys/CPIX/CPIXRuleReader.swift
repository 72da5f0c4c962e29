import ContentProtection

/// Reads usage rules: `intendedTrackType` and the filters by resolution, channels and key period.
struct CPIXRuleReader {
    private let element: XMLElement
    private let id: KeyIdentifier

    init(_ element: XMLElement) throws(ProtectionError) {
        guard let id = element.attributes["kid"].flatMap({ KeyIdentifier($0) }) else {
            throw .keyFile("a ContentKeyUsageRule has no valid 'kid'")
        }
        (self.element, self.id) = (element, id)
    }

    func rule() throws(ProtectionError) -> CPIXDocument.Rule {
        for name in ["BitrateFilter", "LabelFilter"] where element.child(name) != nil {
            throw .keyFile("a usage rule of the key \(id) has a \(name), which is not supported")
        }
        let (video, audio) = (element.children("VideoFilter"), element.children("AudioFilter"))
        guard video.count <= 1, audio.count <= 1 else {
            throw .keyFile("a usage rule of the key \(id) has more than one filter of a kind; write one rule for each")
        }
        let type = element.attributes["intendedTrackType"]
        var filter = KeyFilter(labels: try labels(type, hasFilter: !video.isEmpty || !audio.isEmpty))
        if !video.isEmpty || !audio.isEmpty {
            let tracks = Set(KeyLabel.allCases.filter { $0 == .audio ? !audio.isEmpty : !video.isEmpty })
            // Pixels are exact, and the classes of a track type are conventions.
            let hasPixels = video.first.map { $0.attributes["minPixels"] != nil || $0.attributes["maxPixels"] != nil }
            filter.labels = hasPixels == true ? tracks : tracks.intersection(filter.labels)
        }
        if let video = video.first {
            for name in ["hdr", "wcg", "minFps", "maxFps"] where video.attributes[name] != nil {
                throw .keyFile("a VideoFilter of the key \(id) has '\(name)', which is not supported")
            }
            filter.pixels = try range(video, "minPixels", "maxPixels")
        }
        if let audio = audio.first { filter.channels = try range(audio, "minChannels", "maxChannels") }
        if type == "STEREO_AUDIO" { filter.channels = 0...2 }
        if type == "MULTICHANNEL_AUDIO", audio.isEmpty { filter.channels = 3...Int.max }
        let periods = element.children("KeyPeriodFilter").compactMap { $0.attributes["periodId"] }
        return CPIXDocument.Rule(key: id, filter: filter, periods: Set(periods))
    }

    /// Returns the classes of `intendedTrackType`, whose values are joined by `+`. SPEKE 2 defines the names.
    private func labels(_ type: String?, hasFilter: Bool) throws(ProtectionError) -> Set<KeyLabel> {
        let video: Set<KeyLabel> = [.sd, .hd, .uhd1, .uhd2]
        guard let type else { return video.union([.audio]) }
        var labels: Set<KeyLabel> = []
        for name in type.split(separator: "+") {
            switch name {
            case "ALL": labels.formUnion(video.union([.audio]))
            case "AUDIO", "STEREO_AUDIO", "MULTICHANNEL_AUDIO": labels.insert(.audio)
            case "VIDEO": labels.formUnion(video)
            case "SD": labels.insert(.sd)
            case "HD", "HD1", "HD2": labels.insert(.hd)
            case "UHD": labels.formUnion([.uhd1, .uhd2])
            case "UHD1": labels.insert(.uhd1)
            case "UHD2": labels.insert(.uhd2)
            // Other names are agreed between two parties, and filters define the tracks.
            default:
                guard hasFilter else {
                    throw .keyFile(
                        "unknown intendedTrackType '\(type.prefix(64))' without a VideoFilter or AudioFilter")
                }
                labels.formUnion(video.union([.audio]))
            }
        }
        return labels
    }

    private func range(
        _ element: XMLElement, _ first: String, _ last: String
    ) throws(ProtectionError) -> ClosedRange<Int> {
        let bounds = [(first, 0), (last, Int.max)].map { name, standard in
            element.attributes[name].map { Int($0) } ?? standard
        }
        guard let low = bounds[0], let high = bounds[1], low >= 0, low <= high else {
            throw .keyFile("\(first) and \(last) of a usage rule of the key \(id) are not a range of numbers")
        }
        return low...high
    }
}
