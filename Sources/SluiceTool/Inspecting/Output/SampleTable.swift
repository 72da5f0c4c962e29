import ISOMedia
import Media

/// A text table of samples, one track after another, written while the samples are read.
struct SampleTable {
    private var lines: [String] = []
    private var track: UInt32?
    private let write: (String) -> Void

    /// Creates a table that is written in pieces by calls of `write`.
    init(_ write: @escaping (String) -> Void) { self.write = write }

    mutating func show(_ listing: SampleListing) {
        var listing = listing
        var empty = listing.tracks
        while let entry = listing.next() {
            if track != entry.trackID, let listed = listing.tracks.first(where: { $0.id == entry.trackID }) {
                begin(listed)
                empty.removeAll { $0.id == entry.trackID }
            }
            lines.append(Self.line(entry))
            if lines.count >= 4096 { flush() }
        }
        for listed in empty { lines.append("track \(listed.id)\(listed.codec.map { "  \($0)" } ?? ""): no samples") }
        lines += listing.problems.map { "(\($0))" }
        flush()
    }

    private mutating func begin(_ listed: SampleListing.ListedTrack) {
        track = listed.id
        let codec = listed.codec.map { "  \($0)" } ?? ""
        let scale =
            listed.timescale.map { ", \($0) ticks per second" } ?? ", timescale unknown without initialization segment"
        lines.append("track \(listed.id)\(codec)\(scale)")
        lines.append(Self.row("sample", "dts", "pts", "duration", "size", "offset", "sync", "units"))
    }

    private static func line(_ entry: SampleListing.Entry) -> String {
        let sample = entry.sample
        return row(
            String(entry.number), String(sample.decodeTicks), String(entry.presentationTicks), String(sample.duration),
            String(sample.size), String(sample.fileOffset), sample.flags.isSync ? "sync" : "-",
            entry.units.joined(separator: " "))
    }

    private static func row(_ columns: String...) -> String {
        let widths = [7, 12, 12, 9, 9, 11, 5]
        var line = ""
        for (index, column) in columns.enumerated() {
            let width = index < widths.count ? widths[index] : 0
            let padding = String(repeating: " ", count: max(0, width - column.count))
            line += (index == 0 ? "" : " ") + (index < 6 ? padding + column : column + (index == 6 ? padding : ""))
        }
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    private mutating func flush() {
        guard !lines.isEmpty else { return }
        write(lines.map { $0 + "\n" }.joined())
        lines.removeAll(keepingCapacity: true)
    }
}
