/// The numbers with which a later run continues the thumbnail images of a folder.
package struct ImageRecord: Sendable, Hashable {
    /// The number of the next file, from 0.
    package var nextNumber: Int
    /// The media sequence number of the next entry.
    package var mediaSequence: Int

    package init(nextNumber: Int, mediaSequence: Int) {
        self.nextNumber = nextNumber
        self.mediaSequence = mediaSequence
    }

    /// The encoded record, as kept in a journal.
    package var bytes: [UInt8] {
        var text = RecordText()
        text.add("next-number", nextNumber)
        text.add("media-sequence", mediaSequence)
        return text.bytes
    }

    /// Parses a record; nil if it is invalid.
    package init?(_ bytes: [UInt8]) {
        let text = RecordText(bytes)
        guard let nextNumber = text.count("next-number"), let mediaSequence = text.count("media-sequence") else {
            return nil
        }
        self.init(nextNumber: nextNumber, mediaSequence: mediaSequence)
    }
}
