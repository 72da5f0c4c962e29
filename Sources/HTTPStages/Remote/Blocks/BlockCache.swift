import Foundation
import Glibc
import OnDemand
package import StageKit
import SystemFiles
import Synchronization

/// A cache of blocks of remote objects on disk, with a maximum size.
///
/// The blocks that were not used for the longest time are removed for new ones, except leased blocks. Names of files
/// are digests of the URL, the size and the validator of an object: blocks of two versions are never mixed.
package final class BlockCache: Sendable {
    fileprivate struct State {
        var table: BlockTable
        var flights: [BlockTable.Key: BlockFlight] = [:]
        /// The objects by name; the numbers of objects that are not open too.
        var numbers: [String: Int] = [:]
        var names: [Int: String] = [:]
        var open: [Int: WeakObject] = [:]
        var nextNumber = 1
    }

    fileprivate struct WeakObject { weak var object: CachedObject? }

    private let folder: String
    private let isNamed: Bool
    private let lock: Int32
    private let state: Mutex<State>
    let figures: BlockFigures

    /// Keeps at most `limit` bytes in a folder, which is created; without a folder, in files without names below `temporary`.
    /// Throws `unwritable-output` if that fails or another process uses the folder.
    package init(
        folder: String?, temporary: String = "/tmp", limit: Int, figures: StageFigures
    ) throws(StageError) {
        (self.folder, isNamed, self.figures) = (folder ?? temporary, folder != nil, BlockFigures(figures))
        state = Mutex(State(table: BlockTable(limit: max(4, limit / BlockFiles.blockSize))))
        guard let folder else {
            lock = -1
            return
        }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw StageError(.unwritableOutput, "cannot create folder '\(folder)': \(error.localizedDescription)")
        }
        lock = Glibc.open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let isUsed = errno == EWOULDBLOCK
            if lock >= 0 { Glibc.close(lock) }
            throw StageError(
                .unwritableOutput,
                isUsed
                    ? "another process uses the cache '\(folder)'; set another folder" : "cannot write to '\(folder)'")
        }
        restore()
    }

    deinit { if lock >= 0 { Glibc.close(lock) } }

    /// The maximum size of the blocks that one object can require at once, in bytes.
    var objectLimit: Int { state.withLock { $0.table.limit } / 2 * BlockFiles.blockSize }

    /// Reads the tables of an earlier process, the least recently used tables first.
    private func restore() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var tables: [(name: String, used: Int)] = []
        for name in names {
            if name.hasSuffix(BlockFiles.dataSuffix), !names.contains(stem(name) + BlockFiles.tableSuffix) {
                unlink("\(folder)/\(name)")
            }
            guard name.hasSuffix(BlockFiles.tableSuffix) else { continue }
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
            tables.append((stem(name), status.st_mtim.tv_sec))
        }
        for (name, _) in tables.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) {
            guard let blocks = BlockFiles.blocks(inTable: "\(folder)/\(name)\(BlockFiles.tableSuffix)"), !blocks.isEmpty
            else {
                removeFiles(name)
                continue
            }
            state.withLock { state in
                let number = state.number(of: name)
                for (index, checksum) in blocks {
                    state.table.restore(BlockTable.Key(object: number, index: index), checksum: checksum)
                }
            }
        }
        let removed = state.withLock { $0.table.reserve(0) } ?? []
        remove(removed)
        update()
    }

    private func stem(_ name: String) -> String { String(name.prefix { $0 != "." }) }

    private func removeFiles(_ name: String) {
        for suffix in [BlockFiles.tableSuffix, BlockFiles.dataSuffix] { unlink("\(folder)/\(name)\(suffix)") }
    }

    /// Returns the object of a name, which identifies its version.
    func object(_ name: String, size: Int) throws(StageError) -> CachedObject {
        if let object = state.withLock({ state in state.numbers[name].flatMap { state.open[$0]?.object } }) {
            return object
        }
        let files = try BlockFiles(path: isNamed ? "\(folder)/\(name)" : nil, folder: folder, size: .some(size))
        return state.withLock { state in
            let number = state.number(of: name)
            if let object = state.open[number]?.object { return object }
            // The file of an earlier object without a name no longer exists.
            if !isNamed { state.table.removeAll(of: number) }
            let object = CachedObject(number: number, size: size, files: files, cache: self)
            state.open[number] = WeakObject(object: object)
            return object
        }
    }

    /// Ends the use of an object.
    func close(_ number: Int) {
        let name: String? = state.withLock { state -> String? in
            // Another one was opened meanwhile.
            guard state.open[number]?.object == nil else { return nil }
            state.open[number] = nil
            if !isNamed { state.table.removeAll(of: number) }
            guard state.table.count(of: number) == 0 else { return nil }
            return state.forget(number)
        }
        if let name, isNamed { removeFiles(name) }
        update()
    }

    /// Removes the bytes of blocks, which are no longer in the table.
    private func remove(_ keys: [BlockTable.Key]) {
        for key in keys {
            let (object, name) = state.withLock { ($0.open[key.object]?.object, $0.names[key.object]) }
            if let object {
                object.files.remove(key.index)
            } else if let name,
                let files = try? BlockFiles(
                    path: "\(folder)/\(name)", folder: folder, size: nil)
            {
                files.remove(key.index)
            }
        }
        for number in Set(keys.map(\.object)) where state.withLock({ $0.open[number]?.object == nil }) { close(number) }
    }

    private func update() { figures.update(blocks: state.withLock { $0.table.count }) }
}

extension BlockCache.State {
    fileprivate mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        defer { nextNumber += 1 }
        (numbers[name], names[nextNumber]) = (nextNumber, name)
        return nextNumber
    }

    fileprivate mutating func forget(_ number: Int) -> String? {
        let name = names.removeValue(forKey: number)
        if let name { numbers[name] = nil }
        return name
    }
}

// Leases and fetches.
extension BlockCache {
    /// Leases blocks; nil if some are absent. Never waits.
    func lease(_ indices: [Int], of object: CachedObject) -> BlockLease? {
        let isLeased = state.withLock { state in
            for (position, index) in indices.enumerated()
            where !state.table.pin(BlockTable.Key(object: object.number, index: index)) {
                for pinned in indices[..<position] {
                    state.table.unpin(BlockTable.Key(object: object.number, index: pinned))
                }
                return false
            }
            return true
        }
        return isLeased ? BlockLease(object: object, indices: indices) : nil
    }

    func release(_ indices: [Int], of number: Int) {
        state.withLock { state in
            for index in indices { state.table.unpin(BlockTable.Key(object: number, index: index)) }
        }
    }

    /// The number of blocks of one request.
    private static let runLength = 32

    /// Leases blocks, and fetches the absent ones. `fetch` requests one range; requests for the same block are joined.
    func lease(
        _ indices: [Int], of object: CachedObject,
        _ fetch: @escaping @Sendable (Range<Int>, BlockSink) async throws(StageError) -> Void
    ) async throws(StageError) -> BlockLease {
        verify(indices, of: object)
        var isFirst = true
        // Blocks can be removed again while others are fetched.
        for _ in 0..<8 {
            if let lease = lease(indices, of: object) {
                if isFirst { figures.addHits(indices.count) }
                return lease
            }
            let (claimed, joined, removed) = try claim(indices, of: object)
            if isFirst { figures.add(hits: indices.count - claimed.count, misses: claimed.count) }
            isFirst = false
            remove(removed.map(\.key))
            for (_, flight) in removed { end(flight, nil) }
            let leases = try await run(claimed, of: object, fetch)
            for flight in joined { if let failure = await flight.result { throw failure } }
            if let lease = lease(indices, of: object) { return withExtendedLifetime(leases) { lease } }
        }
        throw StageError(.cacheFull, Self.full)
    }

    private static let full = "all blocks of the cache are in use; set a larger one (--cache-size)"

    /// Compares blocks of an earlier process with their checksums, and removes damaged ones.
    private func verify(_ indices: [Int], of object: CachedObject) {
        for index in indices {
            let key = BlockTable.Key(object: object.number, index: index)
            guard let expected = state.withLock({ $0.table.unverifiedChecksum(of: key) }) else { continue }
            let isRight = object.files.checksum(of: index, size: object.size) == expected
            state.withLock { isRight ? $0.table.verify(key) : $0.table.remove(key) }
        }
    }

    /// Claims the blocks that are absent and that no other task fetches. Returns them, the flights of the others, and the blocks
    /// that have to be removed for them.
    private func claim(_ indices: [Int], of object: CachedObject) throws(StageError) -> (
        claimed: [(index: Int, flight: BlockFlight)], joined: [BlockFlight],
        removed: [(key: BlockTable.Key, flight: BlockFlight)]
    ) {
        let result:
            ([(index: Int, flight: BlockFlight)], [BlockFlight], [(key: BlockTable.Key, flight: BlockFlight)])? =
                state.withLock { state in
                    var (absent, joined): ([Int], [BlockFlight]) = ([], [])
                    var present: [BlockTable.Key] = []
                    for index in indices {
                        let key = BlockTable.Key(object: object.number, index: index)
                        if let flight = state.flights[key] {
                            joined.append(flight)
                        } else if state.table.pin(key) {
                            present.append(key)
                        } else {
                            absent.append(index)
                        }
                    }
                    // The blocks that are present are not removed for the others.
                    let removed = state.table.reserve(absent.count)
                    for key in present { state.table.unpin(key) }
                    guard let removed else { return nil }
                    func begin(_ key: BlockTable.Key) -> BlockFlight {
                        let flight = BlockFlight(key)
                        state.flights[key] = flight
                        return flight
                    }
                    // Removed blocks are in flight too, until their bytes are removed.
                    let claimed = absent.map { ($0, begin(BlockTable.Key(object: object.number, index: $0))) }
                    return (claimed, joined, removed.map { ($0, begin($0)) })
                }
        guard let result else { throw StageError(.cacheFull, Self.full) }
        return result
    }

    private func end(_ flight: BlockFlight, _ failure: StageError?) {
        state.withLock { $0.flights[flight.key] = nil }
        flight.end(failure)
    }

    /// Fetches the blocks that were claimed, neighbours in one request. Returns their leases.
    private func run(
        _ claimed: [(index: Int, flight: BlockFlight)], of object: CachedObject,
        _ fetch: @escaping @Sendable (Range<Int>, BlockSink) async throws(StageError) -> Void
    ) async throws(StageError) -> [BlockLease] {
        var runs: [[(index: Int, flight: BlockFlight)]] = []
        for block in claimed {
            if let last = runs.last, last.count < Self.runLength, last[last.count - 1].index + 1 == block.index {
                runs[runs.count - 1].append(block)
            } else {
                runs.append([block])
            }
        }
        let results = await withTaskGroup(of: Result<BlockLease, StageError>.self) { group in
            for run in runs { group.addTask { await self.run(run, of: object, fetch) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        update()
        var leases: [BlockLease] = []
        for result in results { leases.append(try result.get()) }
        return leases
    }

    private func run(
        _ run: [(index: Int, flight: BlockFlight)], of object: CachedObject,
        _ fetch: @Sendable (Range<Int>, BlockSink) async throws(StageError) -> Void
    ) async -> Result<BlockLease, StageError> {
        let first = run[0].index * BlockFiles.blockSize
        let range = first..<min(object.size, first + run.count * BlockFiles.blockSize)
        let sink = BlockSink(object.files, range)
        do throws(StageError) {
            try await fetch(range, sink)
            let checksums = try sink.finish()
            figures.addFetched(range.count)
            for (block, checksum) in zip(run, checksums) { object.files.record(block.index, checksum: checksum) }
            state.withLock { state in
                for (block, checksum) in zip(run, checksums) {
                    state.table.add(BlockTable.Key(object: object.number, index: block.index), checksum: checksum)
                }
            }
            let lease = BlockLease(object: object, indices: run.map(\.index))
            for block in run { end(block.flight, nil) }
            return .success(lease)
        } catch {
            state.withLock { $0.table.cancel(run.count) }
            for block in run { end(block.flight, error) }
            return .failure(error)
        }
    }
}
