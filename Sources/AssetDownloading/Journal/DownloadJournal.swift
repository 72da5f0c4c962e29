/// A place in the folder of a download: a file, and where in it.
package struct LocalPlace: Sendable, Hashable, Comparable {
    /// Relative to the folder, of names that were made here: no spaces, nothing that leads out.
    package var path: String
    /// In bytes; not 0 only where a file is fetched range by range.
    package var offset: Int

    package init(path: String, offset: Int = 0) {
        self.path = path
        self.offset = offset
    }

    package static func < (left: LocalPlace, right: LocalPlace) -> Bool {
        left.path == right.path ? left.offset < right.offset : left.path < right.path
    }
}

/// What a download has done so far, as a log that is only ever added to.
///
/// Each line begins with the digest of the rest of it, so that what a crash left half-written is passed over. Later lines
/// of one place take the place of earlier ones.
package struct DownloadJournal: Sendable, Hashable {
    /// What is known of the bytes at a place.
    package struct Entry: Sendable, Hashable {
        package var place: LocalPlace
        /// The digest of the address and range that the bytes come from.
        package var origin: UInt64
        /// How many bytes are there.
        package var count: Int
        /// Their digest.
        package var digest: UInt64
        /// Whether these are all.
        package var isFinished: Bool
        /// What the server called the version of the resource.
        package var validator: String?

        package init(
            place: LocalPlace, origin: UInt64, count: Int, digest: UInt64, isFinished: Bool, validator: String? = nil
        ) {
            self.place = place
            self.origin = origin
            self.count = count
            self.digest = digest
            self.isFinished = isFinished
            self.validator = validator
        }
    }

    /// The first line: what the file is, and the version of its form.
    package static let header = "sluice-download 2"
    /// The largest journal that is read, in bytes.
    package static let sizeLimit = 256 << 20
    package private(set) var entries: [LocalPlace: Entry] = [:]

    package init() {}

    /// Whether bytes begin as a journal of this form does.
    package static func isJournal(_ text: [UInt8]) -> Bool { text.starts(with: (header + "\n").utf8) }

    /// The bytes that the entries tell of.
    package var byteCount: Int {
        entries.values.reduce(0) { sum, entry in
            let (total, isTooLarge) = sum.addingReportingOverflow(entry.count)
            return isTooLarge ? .max : total
        }
    }

    /// Reads a journal; what is damaged counts as not done.
    package init(reading text: [UInt8]) {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst(), first.elementsEqual(Self.header.utf8) else { return }
        for line in lines {
            guard let entry = Entry(line: String(decoding: line, as: UTF8.self)) else { continue }
            entries[entry.place] = entry
        }
    }

    package subscript(place: LocalPlace) -> Entry? { entries[place] }

    package mutating func insert(_ entry: Entry) { entries[entry.place] = entry }
    package mutating func remove(_ place: LocalPlace) { entries[place] = nil }
}

extension DownloadJournal.Entry {
    /// The entry as a line with its break.
    package var line: String {
        let words = [
            isFinished ? "finished" : "begun", hexadecimal(origin), hexadecimal(digest), String(count),
            String(place.offset), place.path, validator ?? "",
        ]
        let rest = words.joined(separator: " ")
        return hexadecimal(Digest.of(Array(rest.utf8))) + " " + rest + "\n"
    }

    /// nil where the line is not whole.
    init?(line: String) {
        guard let space = line.firstIndex(of: " "), let check = UInt64(line[..<space], radix: 16) else { return nil }
        let rest = line[line.index(after: space)...]
        guard Digest.of(Array(rest.utf8)) == check else { return nil }
        let words = rest.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
        guard words.count == 7, let origin = UInt64(words[1], radix: 16), let digest = UInt64(words[2], radix: 16),
            let count = Int(words[3]), let offset = Int(words[4]), count >= 0, offset >= 0
        else { return nil }
        self.init(
            place: LocalPlace(path: String(words[5]), offset: offset), origin: origin, count: count, digest: digest,
            isFinished: words[0] == "finished", validator: words[6].isEmpty ? nil : String(words[6]))
    }
}

private func hexadecimal(_ value: UInt64) -> String { String(value, radix: 16) }
