import Media

/// An `emsg` box, ISO/IEC 23009-1 5.10.3.3.
package struct EventMeasurement: Sendable, Hashable {
    package var offset: Int
    package var version: UInt8
    package var scheme: String
    /// Whether its scheme and its value end with a zero byte inside the box.
    package var isTerminated: Bool
    /// Whether it precedes the first fragment.
    package var isBeforeFragments: Bool

    init(_ box: BoxView, origin: Int, isBeforeFragments: Bool) {
        offset = origin + box.offset
        let fields = EventMessageBox(readingPresentFieldsOf: box)
        version = fields.header.version
        scheme = DumpedText.printable(fields.scheme)
        self.isBeforeFragments = isBeforeFragments
        let fixed = 12 + (version == 1 ? 20 : 16)
        let texts = fields.scheme.utf8.count + 1 + fields.value.utf8.count + 1
        isTerminated = fixed + texts + fields.message.count <= box.end - box.offset
    }
}
