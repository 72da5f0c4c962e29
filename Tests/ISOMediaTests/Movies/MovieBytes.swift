import ISOMedia
import Media

/// Builds progressive movies as bytes, with sample tables for lists of samples.
struct MovieBytes {
    struct Sample: Equatable {
        var size: Int
        var duration: UInt32 = 10
        var offset: Int32 = 0
        var isSync = true
    }

    struct Track {
        var description: TrackDescription
        var samples: [Sample]
        var samplesPerChunk = 2
        var usesLongOffsets = false
        var usesSmallSizes = false
        var hasSyncTable = true
        var dependencies: [UInt8]?
        /// Additional boxes in `trak`, such as an edit list.
        var extra: [UInt8] = []
        /// An `stsd` box that replaces the generated one.
        var sampleDescriptions: [UInt8]?
        /// The position of each sample, once the movie is written.
        var positions: [Int] = []
    }

    var tracks: [Track]
    var brand: FourCC? = "isom"
    var mediaFirst = true

    /// Returns the file; sample bytes count up, so that each sample is distinguishable from its neighbours.
    mutating func bytes() -> [UInt8] {
        var start = brand == nil ? 8 : 24
        if !mediaFirst {
            place(from: 0)
            start += movie().count
        }
        let media = place(from: start)
        var writer = ByteWriter()
        if let brand {
            writer.box("ftyp") { writer in
                writer.write(brand)
                writer.write(UInt32(0))
            }
        }
        if !mediaFirst { writer.write(contentsOf: movie()) }
        writer.box("mdat") { $0.write(contentsOf: (0..<media).map { UInt8(truncatingIfNeeded: $0) }) }
        if mediaFirst { writer.write(contentsOf: movie()) }
        return writer.bytes
    }

    /// Assigns positions to the chunks of all tracks in turn; returns the size of the media.
    @discardableResult private mutating func place(from start: Int) -> Int {
        var position = start
        for track in tracks.indices { tracks[track].positions = [] }
        while tracks.contains(where: { $0.positions.count < $0.samples.count }) {
            for track in tracks.indices {
                let first = tracks[track].positions.count
                let end = min(first + tracks[track].samplesPerChunk, tracks[track].samples.count)
                for sample in first..<max(first, end) {
                    tracks[track].positions.append(position)
                    position += tracks[track].samples[sample].size
                }
            }
        }
        return position - start
    }

    private func movie() -> [UInt8] {
        var writer = ByteWriter()
        writer.box("moov") { writer in
            writer.fullBox("mvhd") { writer in
                writer.writeZeros(8)
                writer.write(UInt32(1000))
                writer.write(UInt32(5000))
                writer.writeZeros(80)
            }
            for track in tracks { writer.write(contentsOf: track.bytes()) }
        }
        return writer.bytes
    }
}

extension MovieBytes.Track {
    init(_ description: TrackDescription, _ samples: [MovieBytes.Sample]) {
        self.description = description
        self.samples = samples
    }

    /// Returns the `trak` box of an initialization segment with filled sample tables.
    fileprivate func bytes() -> [UInt8] {
        let brands = FileBrands(major: "isom", compatible: [])
        let empty = (try? InitializationSegment(brands: brands, tracks: [description]).bytes()) ?? []
        let track = Self.box("trak", in: empty)
        let table = Self.box("stbl", in: track)
        let descriptions = sampleDescriptions ?? Self.box("stsd", in: table)
        let filled = wrap("stbl", descriptions + tables())
        let information = Self.box("minf", in: track)
        let media = Self.box("mdia", in: track)
        let newInformation = wrap("minf", information.dropFirst(8).dropLast(table.count) + filled)
        let newMedia = wrap("mdia", media.dropFirst(8).dropLast(information.count) + newInformation)
        return wrap("trak", track.dropFirst(8).dropLast(media.count) + extra + newMedia)
    }

    /// Returns the first box of a type, found by its name.
    static func box(_ type: String, in bytes: [UInt8]) -> [UInt8] {
        let name = Array(type.utf8)
        for start in 0..<max(0, bytes.count - 7) where Array(bytes[start + 4..<start + 8]) == name {
            let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            return Array(bytes[start..<min(start + size, bytes.count)])
        }
        return []
    }

    private func wrap(_ type: FourCC, _ content: some Sequence<UInt8>) -> [UInt8] {
        var writer = ByteWriter()
        writer.box(type) { $0.write(contentsOf: content) }
        return writer.bytes
    }

    private func tables() -> [UInt8] {
        var writer = ByteWriter()
        writer.fullBox("stts") { $0.writeRuns(samples.map(\.duration)) }
        if samples.contains(where: { $0.offset != 0 }) {
            writer.fullBox("ctts", version: 1) { $0.writeRuns(samples.map { UInt32(bitPattern: $0.offset) }) }
        }
        if hasSyncTable, samples.contains(where: { !$0.isSync }) {
            writer.fullBox("stss") {
                $0.writeList(samples.indices.filter { samples[$0].isSync }.map { UInt32($0 + 1) })
            }
        }
        let chunks = stride(from: 0, to: samples.count, by: samplesPerChunk).map { $0 }
        let lastCount = samples.count - (chunks.last ?? 0)
        writer.fullBox("stsc") { writer in
            let hasShortEnd = chunks.count > 1 && lastCount != samplesPerChunk
            writer.write(UInt32(hasShortEnd ? 2 : 1))
            let first = chunks.count > 1 ? samplesPerChunk : lastCount
            for value in [1, first, 1] { writer.write(UInt32(value)) }
            if hasShortEnd { for value in [chunks.count, lastCount, 1] { writer.write(UInt32(value)) } }
        }
        writeSizes(&writer)
        writer.fullBox(usesLongOffsets ? "co64" : "stco") { writer in
            writer.write(UInt32(chunks.count))
            for chunk in chunks where usesLongOffsets { writer.write(UInt64(positions[chunk])) }
            for chunk in chunks where !usesLongOffsets { writer.write(UInt32(positions[chunk])) }
        }
        if let dependencies { writer.fullBox("sdtp") { $0.write(contentsOf: dependencies) } }
        return writer.bytes
    }

    private func writeSizes(_ writer: inout ByteWriter) {
        let isConstant = Set(samples.map(\.size)).count == 1
        if usesSmallSizes {
            writer.fullBox("stz2") { writer in
                writer.write(UInt32(16))
                writer.write(UInt32(samples.count))
                for sample in samples { writer.write(UInt16(sample.size)) }
            }
        } else {
            writer.fullBox("stsz") { writer in
                writer.write(UInt32(isConstant ? samples[0].size : 0))
                writer.write(UInt32(samples.count))
                if !isConstant { for sample in samples { writer.write(UInt32(sample.size)) } }
            }
        }
    }
}

extension ByteWriter {
    /// Writes pairs of count and value.
    fileprivate mutating func writeRuns(_ values: [UInt32]) {
        var runs: [(UInt32, UInt32)] = []
        for value in values {
            if let last = runs.last, last.1 == value { runs[runs.count - 1].0 += 1 } else { runs.append((1, value)) }
        }
        write(UInt32(runs.count))
        for run in runs {
            write(run.0)
            write(run.1)
        }
    }

    fileprivate mutating func writeList(_ values: [UInt32]) {
        write(UInt32(values.count))
        for value in values { write(value) }
    }
}

/// A generator of reproducible pseudorandom numbers.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}
