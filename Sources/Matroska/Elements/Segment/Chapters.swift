package import Media

/// The chapters of a segment (RFC 9559 5.1.7).
package struct Chapters: MasterElement {
    package static let id: ElementID = 0x1043_a770
    package static let fields: [ElementField<Self>] = [.masters("EditionEntry", \.editions, limit: 64)]

    package var editions: [Edition] = []

    package init() {}

    package struct Edition: MasterElement {
        package static let id: ElementID = 0x45b9
        package static let fields: [ElementField<Self>] = [
            .flag(0x45bd, "EditionFlagHidden", \.isHidden), .flag(0x45db, "EditionFlagDefault", \.isDefault),
            .elements(Chapter.id, "ChapterAtom", \.chapters),
        ]

        package var isHidden = false
        package var isDefault = false
        package var chapters: [EBMLElement] = []

        package init() {}
    }

    package struct Chapter: MasterElement {
        package static let id: ElementID = 0xb6
        package static let fields: [ElementField<Self>] = [
            .unsigned(0x91, "ChapterTimeStart", \.start),
            .unsigned(0x92, "ChapterTimeEnd", \.end),
            .flag(0x98, "ChapterFlagHidden", \.isHidden), .flag(0x4598, "ChapterFlagEnabled", \.isEnabled),
            .binary(0x6e67, "ChapterSegmentUUID", \.segment),
            .masters("ChapterDisplay", \.titles, limit: 64),
            .elements(Chapter.id, "ChapterAtom", \.chapters),
        ]

        /// In nanoseconds.
        package var start: UInt64 = 0
        package var end: UInt64?
        package var isHidden = false
        package var isEnabled = true
        /// The segment of another file that contains the chapter.
        package var segment: ByteSlice?
        package var titles: [Title] = []
        /// The chapters inside.
        package var chapters: [EBMLElement] = []

        package init() {}
    }

    package struct Title: MasterElement {
        package static let id: ElementID = 0x80
        package static let fields: [ElementField<Self>] = [
            .text(0x85, "ChapString", \.text), .texts(0x437c, "ChapLanguage", \.languages, limit: 16),
            .texts(0x437d, "ChapLanguageBCP47", \.languageTags, limit: 16),
        ]

        package var text = ""
        package var languages: [String] = []
        /// BCP 47 tags, which replace the other languages.
        package var languageTags: [String] = []

        package init() {}
    }
}
