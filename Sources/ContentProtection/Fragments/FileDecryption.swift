import ISOMedia
package import Media

/// Decrypts a file of movie fragments, with or without its initialization segment, in memory of about one sample.
///
/// The references of `sidx` and `tfra` boxes follow the fragments, whose boxes become smaller.
package struct FileDecryption: Sendable {
    /// The maximum number of top-level boxes.
    private static let maximumBoxes = 1 << 20
    /// The size of decrypted pieces, which a sample may exceed.
    private static let pieceSize = 1 << 20

    /// A top-level box with its offset in the clear file.
    private struct Item {
        var box: FragmentLayout.Child
        var clearOffset: Int
        var clearSize: Int
        /// The index of the decryptor in force; nil before the first initialization segment.
        var decryptor: Int?
    }

    private let content: ByteSlice
    private var items: [Item] = []
    private var decryptors: [FragmentDecryptor] = []
    /// The size of the clear file.
    package private(set) var clearSize = 0
    /// Whether the file has encrypted tracks.
    package var isProtected: Bool { decryptors.contains(where: \.isProtected) }

    /// Whether a file begins with a box of fragmented MP4.
    package static func recognizes(_ content: ByteSlice) -> Bool {
        let types: [FourCC] = [
            "ftyp", "styp", .moov, .moof, SegmentIndexBox.type, EventMessageBox.type, ProducerReferenceTimeBox.type,
            "free", "skip",
        ]
        let head = content.slice(0..<min(8, content.count)).bytes
        return head.count == 8 && types.contains(FourCC(rawValue: head[4...].reduce(0) { $0 << 8 | UInt32($1) }))
    }

    /// Whether a `moov` box precedes all movie fragments of a file.
    package static func hasInitialization(_ content: ByteSlice) -> Bool {
        let file = FileBytes(content)
        var walk = BoxWalk(file, 0..<file.count)
        while let box = walk.next(), box.type != .moof { if box.type == .moov { return true } }
        return false
    }

    /// Reads the structure of a file. `initialization` applies up to the first `moov` box. `fallback` is the key of all
    /// identifiers without one.
    ///
    /// Throws for damaged boxes, and for encrypted samples outside of fragments.
    package init(
        _ content: ByteSlice, initialization: FragmentDecryptor? = nil, keys: [KeyIdentifier: AES128],
        fallback: AES128? = nil
    ) throws(ProtectionError) {
        self.content = content
        if let initialization { decryptors.append(initialization) }
        let boxes = try Self.boxes(of: content)
        for (index, box) in boxes.enumerated() {
            var size = box.range.count
            switch box.type {
            case .moov:
                let slice = content.slice(box.range)
                try Self.requireFragments(slice)
                let decryptor = try FragmentDecryptor(slice, keys: keys, fallback: fallback)
                decryptors.append(decryptor)
                size = decryptor.initialization.count
            case .moof:
                guard let decryptor = decryptors.last else {
                    throw .box(.moof, reason: "it precedes its initialization segment (moov)")
                }
                size = try decryptor.clearSize(content.slice(box.range), available: Self.available(boxes, index))
            default: break
            }
            let decryptor = decryptors.isEmpty ? nil : decryptors.count - 1
            items.append(Item(box: box, clearOffset: clearSize, clearSize: size, decryptor: decryptor))
            clearSize += size
        }
    }

    /// Returns the offset in the clear file of an offset in the encrypted one.
    package func clearOffset(_ offset: Int) -> Int {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if items[middle].box.range.lowerBound > offset { high = middle } else { low = middle + 1 }
        }
        guard low > 0 else { return offset }
        let item = items[low - 1]
        guard offset < item.box.range.upperBound else {
            return item.clearOffset + item.clearSize + (offset - item.box.range.upperBound)
        }
        return item.clearOffset + min(offset - item.box.range.lowerBound, item.clearSize)
    }

    /// Calls `write` with the pieces of the clear file in order.
    package func decrypt(_ write: (ByteSlice) throws -> Void) throws {
        var fragment: (start: Int, samples: ArraySlice<ClearFragment.EncryptedSample>) = (0, [])
        func finishFragment() throws(ProtectionError) {
            guard fragment.samples.isEmpty else { throw .box(.moof, reason: "samples are not in its media") }
        }
        for (index, item) in items.enumerated() {
            let (box, range) = (item.box, item.box.range)
            switch box.type {
            case .moov: try write(ByteSlice(copying: decryptors[item.decryptor ?? 0].initialization))
            case .moof:
                try finishFragment()
                let available = Self.available(items.lazy.map(\.box), index)
                let clear = try decryptors[item.decryptor ?? 0].fragment(content.slice(range), available: available)
                fragment = (range.lowerBound, clear.samples[...])
                try write(ByteSlice(copying: clear.header))
            case .mdat: try decryptMedia(range, fragment.start, &fragment.samples, write)
            case SegmentIndexBox.type: try write(ByteSlice(copying: try segmentIndex(content.slice(range), at: range)))
            case .mfra: try write(ByteSlice(copying: try randomAccess(content.slice(range))))
            default: try write(content.slice(range))
            }
        }
        try finishFragment()
    }

    /// Decrypts the samples in a `mdat` box, and removes them from `samples`.
    private func decryptMedia(
        _ range: Range<Int>, _ start: Int, _ samples: inout ArraySlice<ClearFragment.EncryptedSample>,
        _ write: (ByteSlice) throws -> Void
    ) throws {
        var position = range.lowerBound
        while position < range.upperBound {
            var end = min(position + Self.pieceSize, range.upperBound)
            var inside = samples.startIndex
            while inside < samples.endIndex, start + samples[inside].range.lowerBound < end {
                end = max(end, start + samples[inside].range.upperBound)
                inside += 1
            }
            guard end <= range.upperBound, samples.first.map({ start + $0.range.lowerBound >= position }) ?? true else {
                throw ProtectionError.box(.moof, reason: "samples are not in its media")
            }
            let piece = content.slice(position..<end)
            if samples.startIndex == inside {
                try write(piece)
            } else {
                let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 16)
                let storage = ByteStorage(owning: memory)
                piece.withUnsafeBytes { memory.copyMemory(from: $0) }
                for sample in samples[..<inside] { sample.decrypt(in: memory, at: position - start) }
                try write(ByteSlice(storage))
            }
            samples = samples[inside...]
            position = end
        }
    }
}

// MARK: References between boxes

extension FileDecryption {
    /// Returns a `sidx` box whose references have the clear sizes.
    private func segmentIndex(_ bytes: ByteSlice, at range: Range<Int>) throws -> [UInt8] {
        var box = try SegmentIndexBox(reading: try BoxView.top(bytes.bytes))
        // Values beyond the file cannot be references to it.
        func offset(_ distance: UInt64) -> Int { range.upperBound + Int(min(distance, 1 << 60)) }
        var position = offset(box.firstOffset)
        let firstOffset = clearOffset(position) - clearOffset(range.upperBound)
        box.firstOffset = UInt64(max(firstOffset, 0))
        let references = box.references.map { reference in
            var reference = reference
            let end = position + reference.size
            let size = UInt32(clamping: clearOffset(end) - clearOffset(position))
            reference.typeAndSize = reference.typeAndSize & 0x8000_0000 | min(size, 0x7fff_ffff)
            position = end
            return reference
        }
        box.references = EntryTable(references)
        var writer = ByteWriter(capacity: bytes.count)
        writer.write(box)
        guard writer.count == bytes.count else {
            throw ProtectionError.box(SegmentIndexBox.type, reason: "it has unknown fields")
        }
        return writer.bytes
    }

    /// Returns an `mfra` box whose entries have the clear offsets of fragments.
    private func randomAccess(_ bytes: ByteSlice) throws -> [UInt8] {
        try BoxEditing.replacingChildren(of: bytes.bytes) { type, child throws(ProtectionError) in
            guard type == TrackFragmentRandomAccessBox.type else { return child }
            do throws(MovieFileError) {
                var box = try TrackFragmentRandomAccessBox(reading: try BoxView.top(child))
                let entries = box.entries.map { entry in
                    var entry = entry
                    entry.fragmentOffset = UInt64(clearOffset(Int(min(entry.fragmentOffset, 1 << 60))))
                    return entry
                }
                box.entries = EntryTable(entries)
                var writer = ByteWriter(capacity: child.count)
                writer.write(box)
                return writer.bytes
            } catch {
                throw ProtectionError.box(type, reason: "\(error)")
            }
        }
    }

    /// Returns the top-level boxes. Throws if one of them is damaged or not complete.
    private static func boxes(of content: ByteSlice) throws(ProtectionError) -> [FragmentLayout.Child] {
        let file = FileBytes(content)
        var walk = BoxWalk(file, 0..<file.count)
        var boxes: [FragmentLayout.Child] = []
        while let box = walk.next() {
            guard !box.isCutOff else { throw .box(box.type, reason: "it exceeds the file") }
            guard boxes.count < maximumBoxes else {
                throw .box(box.type, reason: "more than \(maximumBoxes) boxes in the file")
            }
            boxes.append(.init(type: box.type, range: box.offset..<box.end))
        }
        guard walk.damagedOffset == nil, walk.offset == content.count else {
            throw .box("free", reason: "no box at offset \(walk.offset)")
        }
        return boxes
    }

    /// Returns the number of bytes from a `moof` box to the next one.
    private static func available(_ boxes: some Collection<FragmentLayout.Child>, _ index: Int) -> Int {
        let rest = boxes.dropFirst(index)
        guard let start = rest.first?.range.lowerBound else { return 0 }
        var end = start
        for (position, box) in rest.enumerated() {
            if position > 0, box.type == .moof { break }
            end = box.range.upperBound
        }
        return end - start
    }

    /// Throws if encrypted samples are described by `moov`.
    private static func requireFragments(_ movie: ByteSlice) throws(ProtectionError) {
        let measured: InitializationMeasurement
        do { measured = try InitializationMeasurement(reading: movie) } catch {
            throw .box(.moov, reason: "\(error)")
        }
        guard !measured.tracks.contains(where: { $0.protection != nil && $0.hasSamples }) else {
            throw .box(.moov, reason: "encrypted samples outside of movie fragments are not supported")
        }
    }
}
