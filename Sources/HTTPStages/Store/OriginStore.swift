import HLS
import Media
import StageKit

/// Everything that an origin serves, and what changes it.
///
/// A value: what time it is comes from outside, and who has to be answered anew is returned.
struct OriginStore: Sendable {
    /// A resource of a presentation.
    struct Key: Sendable, Hashable {
        var presentation: String
        var path: String
    }

    private(set) var presentations: [String: OriginPresentation] = [:]
    private(set) var memory: MemoryBound
    /// Tells this origin's contents from those of another run under the same address.
    let epoch: UInt32
    private let spill: SpillFolder?
    /// A build of hls.js for the pages; nil for none.
    var playerScript: ByteSlice?
    private var lastNumber = 0
    private var nextDue = Int64.max
    /// Resources that were dropped because neither memory nor the disk had room.
    private(set) var dropped = 0

    init(memory: Int, spill: SpillFolder?, epoch: UInt32) {
        self.memory = MemoryBound(limit: memory)
        self.spill = spill
        self.epoch = epoch
    }

    /// Begins a presentation, in place of one of that name that has ended, or continues one whose stage has left it;
    /// false where there is another one.
    mutating func open(_ name: String) -> Bool {
        if let before = presentations[name] {
            if before.isLeft {
                presentations[name]?.isLeft = false
                return true
            }
            guard before.isEnded else { return false }
            close(name)
        }
        presentations[name] = OriginPresentation()
        return true
    }

    /// Leaves a presentation to the stage that opens it next.
    mutating func leave(_ name: String) { presentations[name]?.isLeft = true }

    /// What the stages above need to continue a presentation; nil where it is new.
    func resumption(of name: String) -> Resumption? {
        guard let presentation = presentations[name], !presentation.records.isEmpty else { return nil }
        return Resumption(
            earlier: .known, lastRecorded: presentation.lastRecorded, records: presentation.records,
            files: presentation.resources.filter { $1.due == nil }.mapValues(\.count))
    }

    /// Nothing more will be stored; those who wait get their answer.
    mutating func end(_ name: String) { presentations[name]?.isEnded = true }

    /// Forgets a presentation.
    mutating func close(_ name: String) {
        for resource in presentations[name]?.resources.values ?? [:].values { memory.remove(resource.memory) }
        presentations[name] = nil
    }

    /// Does what the resource says; returns the paths whose waiters can be answered now.
    mutating func carryOut(_ resource: Resource, for name: String, at now: OriginTime) -> [String] {
        guard presentations[name] != nil else { return [] }
        if resource.role == .record {
            presentations[name]?.keep(resource, at: now)
            return []
        }
        removeDue(now.elapsed)
        let path = resource.path
        switch resource.action {
        case .store(let rope): return store(rope.gathered, resource, name, now)
        case .append(let rope):
            append(rope.gathered, resource, name, now)
            return [path]
        case .remove(let delay) where delay <= .zero: remove(path, of: name)
        case .remove(let delay):
            let due = now.elapsed &+ min(delay.nanoseconds, .max / 4)
            presentations[name]?.resources[path]?.due = due
            nextDue = min(nextDue, due)
        }
        return []
    }

    /// Removes what has been out of the playlists for long enough.
    mutating func removeDue(_ now: Int64) {
        guard nextDue <= now else { return }
        nextDue = .max
        for (name, presentation) in presentations {
            for (path, resource) in presentation.resources {
                guard let due = resource.due else { continue }
                if due <= now { remove(path, of: name) } else { nextDue = min(nextDue, due) }
            }
        }
    }

    private mutating func remove(_ path: String, of name: String) {
        memory.remove(presentations[name]?.resources[path]?.memory ?? 0)
        presentations[name]?.forget(path)
    }

    private mutating func store(
        _ bytes: ByteSlice, _ resource: Resource, _ name: String, _ now: OriginTime
    ) -> [String] {
        let path = resource.path
        let before = presentations[name]?.resources[path]
        memory.remove(before?.memory ?? 0)
        lastNumber += 1
        var stored = StoredResource(
            role: resource.role, contentType: resource.contentType, slices: bytes.count > 0 ? [bytes] : [],
            number: lastNumber, stored: now)
        var changed = [path]
        if resource.role == .mediaPlaylist || resource.role == .multivariantPlaylist {
            let playlist = PublishedPlaylist(text: bytes, after: before?.playlist)
            stored.playlist = playlist
            changed += presentations[name]?.note(playlist, at: path, role: resource.role) ?? []
        }
        let mayLeave = resource.role != .initialization && stored.playlist == nil
        presentations[name]?.resources[path] = stored
        let key = Key(presentation: name, path: path)
        memory.add(stored.memory, mayLeave ? MemoryBound.Entry(key: key, number: stored.number) : nil)
        makeRoom()
        return changed
    }

    private mutating func append(_ bytes: ByteSlice, _ resource: Resource, _ name: String, _ now: OriginTime) {
        lastNumber += 1
        var stored =
            presentations[name]?.resources[resource.path]
            ?? StoredResource(
                role: resource.role, contentType: resource.contentType, slices: [], number: lastNumber, stored: now)
        if bytes.count > 0 { stored.slices.append(bytes) }
        (stored.number, stored.stored, stored.isGrowing, stored.due) = (lastNumber, now, true, nil)
        presentations[name]?.resources[resource.path] = stored
        let key = Key(presentation: name, path: resource.path)
        memory.add(bytes.storage.file == nil ? bytes.count : 0, MemoryBound.Entry(key: key, number: lastNumber))
        makeRoom()
    }

    /// Moves what came first to the disk, until the rest has room.
    private mutating func makeRoom() {
        while let entry = memory.next() {
            let (name, path) = (entry.key.presentation, entry.key.path)
            // A file that grows is counted again with each addition; the last count is the one that holds.
            guard var resource = presentations[name]?.resources[path], resource.number == entry.number,
                resource.memory > 0
            else { continue }
            let before = resource.memory
            if let moved = moved(resource.slices) {
                resource.slices = moved
                presentations[name]?.resources[path] = resource
                memory.remove(before)
            } else {
                dropped += 1
                remove(path, of: name)
            }
        }
    }

    /// The same slices with those in memory on the disk; nil where the disk has no room.
    private func moved(_ slices: [ByteSlice]) -> [ByteSlice]? {
        var result: [ByteSlice] = []
        var rest = slices[...]
        while let slice = rest.first {
            let isFile = slice.storage.file != nil
            let run = rest.prefix { ($0.storage.file != nil) == isFile }
            rest = rest.dropFirst(run.count)
            if isFile {
                result += run
            } else {
                guard let file = spill?.spill(Array(run)) else { return nil }
                result.append(file)
            }
        }
        return result
    }
}
