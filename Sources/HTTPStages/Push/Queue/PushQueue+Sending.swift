import AssetDownloading
import Media
import StageKit

// What is sent now, and what became of it.
extension PushQueue {
    /// What became of a request.
    enum Outcome: Sendable, Equatable {
        case done
        /// Another attempt may end better.
        case failed(String, retryAfter: Double? = nil)
        /// No other attempt will.
        case refused(String)
        /// The store wants to be told the length first.
        case needsLength
        /// The store was asked for the file, and has it not, or not as it was sent.
        case absent
    }

    enum Resolution { case stored, lost, cancelled }

    /// What is to be sent now; nil where nothing is, or may be.
    mutating func start(at now: Int64) -> PushItem? {
        queueDepartures(now)
        guard now >= health.pausedUntil, hasPlace else { return nil }
        guard let number = readyListing(now) ?? readyMedia(now) ?? readyDeletion(now), var item = items[number] else {
            return nil
        }
        item.isUnderWay = true
        items[number] = item
        delayed.remove(number)
        underWay[item.path] = number
        if next[item.path] == number { next[item.path] = nil }
        if item.role == .mediaPlaylist, let content = item.content, let text = content.pieces.first?.bytes {
            item.work = .store(pushed(text, item).map { PushContent($0) } ?? content)
        }
        return item
    }

    private var hasPlace: Bool {
        guard health.isFailing else { return underWay.count < limits.connections }
        // One that waits for more of its file says nothing of the store.
        return underWay.values.allSatisfy { items[$0]?.content?.isComplete == false }
    }

    /// The requests that should have ended by now.
    func overdue(at now: Int64) -> [Int] { deadlines.filter { $0.value <= now }.map(\.key) }

    /// When something can be started that cannot be now; nil when nothing waits for a time.
    func nextWake(after now: Int64) -> Int64? {
        if items.isEmpty { return nextDue < .max ? nextDue : nil }
        let times = delayed.compactMap { items[$0]?.notBefore } + deadlines.values + [health.pausedUntil, nextDue]
        return times.filter { $0 > now && $0 < .max }.min()
    }

    /// A request has ended.
    mutating func finish(_ number: Int, _ outcome: Outcome, at now: Int64, random: Double) {
        guard var item = items[number] else { return }
        if underWay[item.path] == number { underWay[item.path] = nil }
        grown.remove(number)
        deadlines[number] = nil
        item.isUnderWay = false
        items[number] = item
        switch outcome {
        case .done:
            answered(now)
            count(sent: item)
            if item.isListing { published(item) } else { resolve(number, .stored) }
        case .refused(let why):
            answered(now)
            figures.refusedFiles += 1
            note(.refused(path: item.path, why: why))
            if item.isListing { published(item) } else { resolve(number, item.isDelete ? .stored : .lost) }
        case .needsLength:
            answered(now)
            limits.takesChunks = false
        case .absent:
            answered(now)
            items[number]?.mayBeStored = false
        case .failed(let why, let retryAfter):
            failed(&item, why, now, random, retryAfter)
        }
    }
}

extension PushQueue {
    private func pushed(_ text: ByteSlice, _ item: PushItem) -> ByteSlice? {
        let hasLoss = !item.lost.isEmpty
        guard hasLoss || (!limits.canBlock && ListedNames(text, at: item.path).promisesBlocking) else { return nil }
        return PushedPlaylist(lost: item.lost, canBlock: limits.canBlock).text(of: text, at: item.path)
    }

    private func readyListing(_ now: Int64) -> Int? {
        var best: Int?
        for number in listings where number < best ?? .max {
            guard let item = items[number], underWay[item.path] == nil else { continue }
            if isReady(item, now) { best = number }
        }
        guard let best, let path = items[best]?.path else { return nil }
        // Where the newest state can be published, nobody needs the one before it.
        guard let newest = latest[path], newest != best, let item = items[newest], isReady(item, now) else {
            return best
        }
        return newest
    }

    private func isReady(_ item: PushItem, _ now: Int64) -> Bool {
        guard item.blockers.isEmpty, item.notBefore <= now, !item.isUnderWay else { return false }
        guard item.role == .multivariantPlaylist else { return true }
        // The playlists that it names are there before it.
        return item.names?.allSatisfy { settled.contains($0) || latest[$0] == nil && underWay[$0] == nil } ?? true
    }

    private mutating func readyMedia(_ now: Int64) -> Int? {
        // A connection is left for what names others.
        guard limits.connections == 1 || underWay.count < limits.connections - 1 || listings.isEmpty else { return nil }
        while mediaStart < media.count, items[media[mediaStart]] == nil { mediaStart += 1 }
        if mediaStart > 64, mediaStart * 2 > media.count {
            media.removeFirst(mediaStart)
            mediaStart = 0
        }
        let firstInitialization = initializations.min() ?? .max
        for number in media[mediaStart...] {
            guard let item = items[number], !item.isUnderWay, underWay[item.path] == nil, item.notBefore <= now else {
                continue
            }
            if number > firstInitialization, item.role != .initialization { return nil }
            guard limits.takesChunks || item.content?.isComplete == true else { continue }
            return number
        }
        return nil
    }

    private mutating func readyDeletion(_ now: Int64) -> Int? {
        let unpublished = listings.compactMap { items[$0]?.since }.min() ?? .max
        for (position, number) in deletions.enumerated() {
            // Playlists that still name it may be in the store.
            guard number < unpublished else { return nil }
            guard let item = items[number] else { continue }
            guard !item.isUnderWay, item.notBefore <= now, underWay[item.path] == nil else { continue }
            if position > 64 { deletions.removeAll { items[$0] == nil } }
            return number
        }
        deletions.removeAll { items[$0] == nil }
        return nil
    }

    private mutating func answered(_ now: Int64) {
        if let since = failingSince { note(.recovered(after: now &- since)) }
        failingSince = nil
        health.answered()
    }

    private mutating func failed(
        _ item: inout PushItem, _ why: String, _ now: Int64, _ random: Double, _ retryAfter: Double?
    ) {
        figures.retries += 1
        health.failed(at: now, random: random, retryAfter: retryAfter)
        if failingSince == nil, health.isFailing || retryAfter != nil {
            failingSince = now
            note(.failing(why))
        }
        item.attempts += 1
        let wait = StoreHealth.policy.delay(after: item.attempts, random: random, retryAfter: retryAfter)
        item.notBefore = now &+ Int64(wait * 1e9)
        items[item.number] = item
        // What would be sent again is not wanted any more, or there is something newer.
        if item.isListing, latest[item.path] != item.number {
            if next[item.path] == nil { next[item.path] = item.number } else { return drop(listing: item.number) }
        } else if !item.isListing, !item.isDelete, latest[item.path] != item.number || departures[item.path] != nil {
            return resolve(item.number, .cancelled)
        }
        delayed.insert(item.number)
    }

    private mutating func count(sent item: PushItem) {
        // It was there already.
        if item.mayBeStored { return }
        if let content = item.content {
            figures.sentFiles += 1
            figures.sentBytes += content.count
        } else {
            figures.deletedFiles += 1
        }
    }

    /// A listing is in the store, or never will be in this state.
    private mutating func published(_ item: PushItem) {
        settled.insert(item.path)
        // What came before it is not wanted any more; what came after it stands for itself.
        if let before = next[item.path], before < item.number { drop(listing: before) }
        drop(listing: item.number)
        for number in [latest[item.path], next[item.path]] {
            guard let number, let other = items[number], other.since <= item.number else { continue }
            items[number]?.since = number
        }
    }

    /// Media or a deletion wait no more.
    mutating func resolve(_ number: Int, _ resolution: Resolution) {
        guard let item = items.removeValue(forKey: number) else { return }
        memory -= Self.overhead
        if !item.isKept { for piece in item.content?.pieces ?? [] { count(piece, -1) } }
        delayed.remove(number)
        initializations.remove(number)
        if latest[item.path] == number { latest[item.path] = nil }
        if underWay[item.path] == number { underWay[item.path] = nil }
        guard !item.isDelete else {
            if deletionOf[item.path] == number { deletionOf[item.path] = nil }
            return
        }
        // Where it is sent anew, its name stands for that.
        let isReplaced = latest[item.path] != nil
        if resolution == .lost, !isReplaced { lost.insert(item.path) }
        for listing in listings {
            guard items[listing]?.blockers.remove(number) != nil, resolution != .stored else { continue }
            if let newer = latest[item.path] {
                items[listing]?.blockers.insert(newer)
            } else {
                miss(item.path, listing, resolution)
            }
        }
    }

    /// A listing names what will not be there.
    private mutating func miss(_ path: String, _ listing: Int, _ resolution: Resolution) {
        guard let item = items[listing] else { return }
        items[listing]?.lost.insert(path)
        // While nothing can be published, a state that lists what has left the window is as good as none.
        guard resolution == .cancelled, health.isFailing, next[item.path] == listing, !item.isUnderWay else { return }
        drop(listing: listing)
    }
}
