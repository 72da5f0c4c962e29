/// The chapters of a segment (RFC 9559 5.1.7). Chapters inside of others are ignored.
package struct Chapters: MasterElement {
    package static let id: ElementID = 0x1043_a770
    package static let fields: [ElementField<Self>] = [.masters("EditionEntry", \.editions, limit: 64)]

    package var editions: [Edition] = []

    package init() {}

    package struct Edition: MasterElement {
        package static let id: ElementID = 0x45b9
        package static let fields: [ElementField<Self>] = [.masters("ChapterAtom", \.chapters)]

        package var chapters: [Chapter] = []

        package init() {}
    }

    package struct Chapter: MasterElement {
        package static let id: ElementID = 0xb6
        package static let fields: [ElementField<Self>] = [
            .unsigned(0x91, "ChapterTimeStart", \.start),
            .unsigned(0x92, "ChapterTimeEnd", \.end),
            .masters("ChapterDisplay", \.titles, limit: 64),
        ]

        /// In nanoseconds.
        package var start: UInt64 = 0
        package var end: UInt64?
        package var titles: [Title] = []

        package init() {}
    }

    package struct Title: MasterElement {
        package static let id: ElementID = 0x80
        package static let fields: [ElementField<Self>] = [
            .text(0x85, "ChapString", \.text), .text(0x437c, "ChapLanguage", \.language),
        ]

        package var text = ""
        package var language: String?

        package init() {}
    }
}
