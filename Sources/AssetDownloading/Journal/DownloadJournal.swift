/// The record of a download's progress, as an append-only log.
///
/// Each line begins with a digest of its rest, so that incomplete lines after a crash are ignored. Later lines for a
/// location replace earlier ones.
package struct DownloadJournal: Sendable, Hashable {
    /// The state of the bytes at a location.
    package struct Entry: Sendable, Hashable {
        package var place: LocalPlace
        /// The digest of the source URL and range.
        package var origin: UInt64
        /// The number of bytes.
        package var count: Int
        /// The digest of the bytes.
        package var digest: UInt64
        /// Whether the bytes are complete.
        package var isFinished: Bool
        /// The validator of the resource at the server.
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

    /// The first line, which identifies the file format and its version.
    package static let header = "sluice-download 2"
    /// The maximum size of a journal to read, in bytes.
    package static let sizeLimit = 256 << 20
    package private(set) var entries: [LocalPlace: Entry] = [:]

    package init() {}

    /// Whether the text begins like a journal of this version.
    package static func isJournal(_ text: [UInt8]) -> Bool { text.starts(with: (header + "\n").utf8) }

    /// The number of bytes that the entries list.
    package var byteCount: Int {
        entries.values.reduce(0) { sum, entry in
            let (total, isTooLarge) = sum.addingReportingOverflow(entry.count)
            return isTooLarge ? .max : total
        }
    }

    /// Parses a journal; damaged lines are ignored.
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
    /// The entry as a line with a line break.
    package var line: String {
        let words = [
            isFinished ? "finished" : "begun", hexadecimal(origin), hexadecimal(digest), String(count),
            String(place.offset), place.path, validator ?? "",
        ]
        let rest = words.joined(separator: " ")
        return hexadecimal(Digest.of(Array(rest.utf8))) + " " + rest + "\n"
    }

    /// Parses a line; nil if it is incomplete or damaged.
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
