import CZlib
import Foundation
import Glibc
import StageKit
import SystemFiles

/// The files of one object in a cache: a sparse file with its bytes, and a table of the blocks that are present.
///
/// The table has a checksum for each block, so that a block that was not written completely before a failure of the
/// system is found. Without a folder, the bytes are in a file without a name.
final class BlockFiles: Sendable {
    /// The size of a block in bytes.
    static let blockSize = 256 << 10
    static let (dataSuffix, tableSuffix) = (".data", ".blocks")
    /// The start of a table, which has the size of two entries.
    private static let mark = Array("sluice blocks 1\n".utf8)
    private static let entrySize = 8

    let descriptor: Int32
    private let table: Int32

    /// Opens or creates the files `path` with suffixes, or files without names in `folder`. Without a size, the files are not
    /// marked as used.
    init(path: String?, folder: String, size: Int?) throws(StageError) {
        let flags = O_RDWR | O_CLOEXEC
        if let path {
            descriptor = Glibc.open(path + Self.dataSuffix, flags | O_CREAT, 0o600)
            table = Glibc.open(path + Self.tableSuffix, flags | O_CREAT, 0o600)
        } else {
            descriptor = Glibc.open(folder, flags | Self.withoutName, 0o600)
            table = -1
        }
        var (isReady, code) = (descriptor >= 0 && (table >= 0 || path == nil), errno)
        if isReady, let size {
            isReady = ftruncate(descriptor, off_t(size)) == 0
            code = errno
        }
        guard isReady else {
            for file in [descriptor, table] where file >= 0 { close(file) }
            throw StageError(
                .unwritableOutput,
                "cannot write to the cache '\(folder)': \(SystemError(code: code)); set another folder (--cache)")
        }
        if table >= 0, size != nil {
            _ = Self.mark.withUnsafeBytes { pwrite(table, $0.baseAddress, $0.count, 0) }
            futimens(table, nil)
        }
    }

    deinit {
        close(descriptor)
        if table >= 0 { close(table) }
    }

    /// `O_TMPFILE`, which the Swift overlay of the C library does not export.
    private static let withoutName: Int32 = 0o20200000

    /// Writes bytes. Returns false if that fails.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Reads bytes; fewer if that fails.
    func read(_ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, range.count, off_t(range.lowerBound)))
        }
    }

    /// Records that a block is present.
    func record(_ index: Int, checksum: UInt32) { write(entry: [checksum.littleEndian, 1], index) }

    /// Removes a block: first from the table, then its bytes.
    func remove(_ index: Int) {
        write(entry: [0, 0], index)
        FileHole.punch(descriptor, index * Self.blockSize..<(index + 1) * Self.blockSize)
    }

    private func write(entry: [UInt32], _ index: Int) {
        guard table >= 0 else { return }
        _ = entry.withUnsafeBytes {
            pwrite(table, $0.baseAddress, $0.count, off_t(Self.mark.count + index * Self.entrySize))
        }
    }

    /// Returns the checksum of a block of an object of `size` bytes; nil if it cannot be read.
    func checksum(of index: Int, size: Int) -> UInt32? {
        let count = min(Self.blockSize, size - index * Self.blockSize)
        guard count > 0 else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { buffer in
            guard pread(descriptor, buffer.baseAddress, count, off_t(index * Self.blockSize)) == count else {
                return nil
            }
            return Self.checksum(UnsafeRawBufferPointer(buffer), after: 0)
        }
    }

    /// Continues a checksum.
    static func checksum(_ bytes: UnsafeRawBufferPointer, after checksum: UInt32) -> UInt32 {
        UInt32(
            truncatingIfNeeded: crc32_z(
                UInt(checksum), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
    }

    /// Returns the blocks in a table: their checksums by index; nil for other files.
    static func blocks(inTable path: String) -> [(index: Int, checksum: UInt32)]? {
        guard let bytes = try? RegularFile.read(path, limit: 64 << 20), bytes.starts(with: mark) else { return nil }
        return bytes.withUnsafeBytes { bytes in
            (0..<(bytes.count - mark.count) / entrySize).compactMap { index in
                let offset = mark.count + index * entrySize
                func value(_ offset: Int) -> UInt32 {
                    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                }
                return value(offset + 4) == 1 ? (index, value(offset)) : nil
            }
        }
    }
}
