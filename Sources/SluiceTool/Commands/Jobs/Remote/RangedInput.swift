import EncodingJobs
import Glibc
import HTTPStages
import ISOMedia
import Media
import SystemFiles

/// A local file with the bytes of an object that a portion of its media requires; the other bytes are holes.
///
/// The index of MP4 and QuickTime files gives the bytes of each sample. Other files, fragmented movies and whole tracks are
/// read completely.
struct RangedInput {
    /// The time around a portion that is read in addition: decoders read ahead, and open groups of pictures refer back.
    private static let margin = 2.0
    /// The largest request, and the largest hole between two requests, in bytes.
    private static let requestSize = 8 << 20
    private static let hole = 64 << 10
    private let bucket: ObjectBucket
    private let key: String
    private let size: Int
    private let path: String
    private let descriptor: Int32

    /// Reads the object into a new file. Returns the number of bytes read.
    static func read(
        _ bucket: ObjectBucket, _ key: String, size: Int, to path: String, portion: ClosedRange<Double>?
    ) async throws -> Int {
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0 else {
            throw JobError(.temporary, "cannot write '\(path)': \(SystemError(code: errno))")
        }
        defer { close(descriptor) }
        let input = RangedInput(bucket: bucket, key: key, size: size, path: path, descriptor: descriptor)
        if let portion, let count = try await input.readIndex() {
            return count + (try await input.fetch(input.ranges(portion)))
        }
        return try await input.fetch([0..<size])
    }

    /// Reads all boxes except media data. Returns the number of bytes; nil for files without such an index.
    private func readIndex() async throws -> Int? {
        var locator = IndexLocator(size: size, limit: ObjectBucket.limit)
        while case .header(let range) = locator.step { locator.receive(try await bytes(range)) }
        guard case .index(let ranges) = locator.step else { return nil }
        return try await fetch(ranges)
    }

    /// Returns the bytes of the samples of all tracks from the sync sample before a portion until its end; from the one
    /// before that if samples are presented before the sync sample, because they refer to earlier ones.
    private func ranges(_ portion: ClosedRange<Double>) throws -> [Range<Int>] {
        let file: MovieFile
        do {
            file = try MovieFile(reading: MappedFile(path: path).content)
        } catch {
            throw JobError("'s3://\(bucket.name)/\(key)': \(error)")
        }
        var all: [Range<Int>] = []
        for track in file.tracks where track.timescale > 0 {
            let scale = Double(track.timescale)
            let limits = (portion.lowerBound - Self.margin, portion.upperBound + Self.margin)
            var (cursor, group, earlier) = (file.cursor(for: track), [Range<Int>](), [Range<Int>]())
            var (start, isOpen) = (Int64.min, false)
            while let sample = cursor.next() {
                let time = Double(sample.decodeTicks &+ track.presentationShift) / scale
                if time > limits.1 { break }
                // Samples since the last sync sample are required once the portion starts.
                let presentation = sample.decodeTicks &+ sample.compositionOffset
                if time < limits.0, sample.flags.isSync {
                    (earlier, group, start, isOpen) = (group, [], presentation, false)
                }
                if presentation < start { isOpen = true }
                guard sample.fileOffset >= 0, sample.size >= 0, sample.fileOffset <= size - sample.size else {
                    continue
                }
                group.append(sample.fileOffset..<sample.fileOffset + sample.size)
            }
            all += isOpen ? earlier + group : group
        }
        return Self.joined(all)
    }

    /// Returns the ranges in order, with small holes closed.
    static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
            if let last = joined.last, range.lowerBound <= last.upperBound + hole {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else if !range.isEmpty {
                joined.append(range)
            }
        }
    }

    /// Reads ranges into the file. Returns their size.
    private func fetch(_ ranges: [Range<Int>]) async throws -> Int {
        let free = JobFolder(output: String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))).freeBytes
        let total = ranges.reduce(0) { $0 + $1.count }
        guard total < free else {
            throw JobError(
                .temporary,
                "the input requires \(total >> 20) MiB for '\(path)', and \(free >> 20) MiB are free; set TMPDIR")
        }
        for range in ranges {
            for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.requestSize) {
                try store(await bytes(start..<min(start + Self.requestSize, range.upperBound)), at: start)
            }
        }
        return total
    }

    private func bytes(_ range: Range<Int>) async throws -> [UInt8] {
        guard let bytes = try await bucket.get(key, range) else {
            throw JobError("'s3://\(bucket.name)/\(key)' is absent")
        }
        return bytes
    }

    private func store(_ bytes: [UInt8], at offset: Int) throws(JobError) {
        let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        guard count == bytes.count else {
            throw JobError(.temporary, "cannot write '\(path)': \(SystemError(code: errno))")
        }
    }
}
