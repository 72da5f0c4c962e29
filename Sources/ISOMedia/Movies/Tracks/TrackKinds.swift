import Media

extension KindBox {
    /// The purposes in the `kind` boxes of a track's user data (ISO/IEC 14496-12 8.10.4). Damaged boxes are ignored.
    static func purposes(_ userData: BoxView?) -> TrackPurposes {
        guard var walk = userData?.boxes() else { return [] }
        var purposes: TrackPurposes = []
        for _ in 0..<MovieLimits.childBoxes {
            guard let box = walk.next(), !box.isCutOff else { break }
            guard box.type == KindBox.type else { continue }
            let kind = KindBox(readingPresentFieldsOf: box)
            purposes.formUnion(known[kind.scheme]?[kind.value] ?? [])
        }
        return purposes
    }

    /// Roles of DASH (ISO/IEC 23009-1 5.8.5.5), kinds of HTML, and purposes of audio (ETSI TS 101 154).
    private static let known: [String: [String: TrackPurposes]] = [
        "urn:mpeg:dash:role:2011": [
            "forced-subtitle": .forced, "forced_subtitle": .forced, "caption": .hearingImpaired,
            "description": .visualImpaired, "commentary": .commentary, "dub": .dubbed,
            "enhanced-audio-intelligibility": .hearingImpaired,
        ],
        "about:html-kind": [
            "captions": .hearingImpaired, "descriptions": .visualImpaired, "main-desc": .visualImpaired,
            "commentary": .commentary, "translation": .dubbed,
        ],
        "urn:tva:metadata:cs:AudioPurposeCS:2007": [
            "1": .visualImpaired, "2": .hearingImpaired, "3": .commentary,
        ],
    ]
}
