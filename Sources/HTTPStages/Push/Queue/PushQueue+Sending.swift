import HTTPClient
import HLS
import Media
import StageKit

// Selecting the next request and handling its result.
extension PushQueue {
    /// The result of a request.
    enum Outcome: Sendable, Equatable {
        case done
        /// A temporary failure; the request is retried.
        case failed(String, retryAfter: Double? = nil)
        /// A permanent failure; the request is not retried.
        case rejected(String)
        /// The store requires a Content-Length.
        case needsLength
        /// The store does not have the file, or has it with another size.
        case absent
    }

    enum Resolution { case stored, lost, cancelled }

    /// Dequeues the next item to send; nil if none is ready or no connection is available.
    mutating func start(at now: MonotonicTime) -> PushItem? {
        enqueueDueDeletions(now)
        guard now >= health.pausedUntil, hasConnection else { return nil }
        guard let number = readyListing(now) ?? readyMedia(now) ?? readyDeletion(now), var item = items[number] else {
            return nil
        }
        item.isInProgress = true
        items[number] = item
        delayed.remove(number)
        inProgress[item.path] = number
        if next[item.path] == number { next[item.path] = nil }
        if !item.missingPaths.isEmpty, case .media(let playlist)? = item.playlist {
            let text = playlist.markingGaps(at: item.missingPaths, from: item.path).text
            item.work = .store(PushContent(ByteSlice(copying: Array(text.utf8))))
        }
        return item
    }

    private var hasConnection: Bool {
        guard health.isFailing else { return inProgress.count < limits.connections }
        // A chunked request that waits for more of its file is no evidence of the store's health.
        return inProgress.values.allSatisfy { items[$0]?.content?.isComplete == false }
    }

    /// Returns the requests whose deadline has passed.
    func overdue(at now: MonotonicTime) -> [Int] { deadlines.filter { $0.value <= now }.map(\.key) }

    /// Returns the next time at which `start(at:)` may return an item; nil if nothing is scheduled.
    func nextWake(after now: MonotonicTime) -> MonotonicTime? {
        if items.isEmpty { return nextDue < .distantFuture ? nextDue : nil }
        let times = delayed.compactMap { items[$0]?.notBefore } + deadlines.values + [health.pausedUntil, nextDue]
        return times.filter { $0 > now && $0 < .distantFuture }.min()
    }

    /// Handles the result of a request. `random` is in the range 0..<1 and sets the jitter of the back-off.
    mutating func finish(_ number: Int, _ outcome: Outcome, at now: MonotonicTime, random: Double) {
        guard var item = items[number] else { return }
        if inProgress[item.path] == number { inProgress[item.path] = nil }
        grown.remove(number)
        deadlines[number] = nil
        item.isInProgress = false
        items[number] = item
        switch outcome {
        case .done:
            answered(now)
            count(sent: item)
            if item.isListing { published(item, isStored: true) } else { resolve(number, .stored) }
            if item.isDelete { published.remove(item.path) }
            replaced(item, now)
        case .rejected(let why):
            answered(now)
            figures.rejectedFiles += 1
            addNotice(.rejected(path: item.path, why: why))
            if item.isListing {
                published(item, isStored: false)
            } else {
                resolve(number, item.isDelete ? .stored : .lost)
            }
        case .needsLength:
            answered(now)
            limits.acceptsChunked = false
        case .absent:
            answered(now)
            items[number]?.needsHeadRequest = false
        case .failed(let why, let retryAfter):
            failed(&item, why, now, random, retryAfter)
        }
        if item.role.isListing { startRemovals(now) }
    }
}

extension PushQueue {
    private func readyListing(_ now: MonotonicTime) -> Int? {
        var best: Int?
        for number in listings where number < best ?? .max {
            guard let item = items[number], inProgress[item.path] == nil else { continue }
            if isReady(item, now) { best = number }
        }
        guard let best, let path = items[best]?.path else { return nil }
        // If the newest state is ready too, the one before it is obsolete.
        guard let newest = latest[path], newest != best, let item = items[newest], isReady(item, now) else {
            return best
        }
        return newest
    }

    private func isReady(_ item: PushItem, _ now: MonotonicTime) -> Bool {
        guard item.prerequisites.isEmpty, item.notBefore <= now, !item.isInProgress else { return false }
        guard item.role == .multivariantPlaylist else { return true }
        // The media playlists that it lists must be published first.
        return item.referencedPaths?.allSatisfy { settled.contains($0) || latest[$0] == nil && inProgress[$0] == nil }
            ?? true
    }

    private mutating func readyMedia(_ now: MonotonicTime) -> Int? {
        // Reserves one connection for listings.
        guard limits.connections == 1 || inProgress.count < limits.connections - 1 || listings.isEmpty else {
            return nil
        }
        while mediaStart < media.count, items[media[mediaStart]] == nil { mediaStart += 1 }
        if mediaStart > 64, mediaStart * 2 > media.count {
            media.removeFirst(mediaStart)
            mediaStart = 0
        }
        let firstInitialization = initializations.min() ?? .max
        for number in media[mediaStart...] {
            guard let item = items[number], !item.isInProgress, inProgress[item.path] == nil, item.notBefore <= now
            else {
                continue
            }
            if number > firstInitialization, item.role != .initialization { return nil }
            guard limits.acceptsChunked || item.content?.isComplete == true else { continue }
            return number
        }
        return nil
    }

    private mutating func readyDeletion(_ now: MonotonicTime) -> Int? {
        for (position, number) in deletions.enumerated() {
            guard let item = items[number] else { continue }
            guard !item.isInProgress, item.notBefore <= now, inProgress[item.path] == nil else { continue }
            if position > 64 { deletions.removeAll { items[$0] == nil } }
            return number
        }
        deletions.removeAll { items[$0] == nil }
        return nil
    }

    private mutating func answered(_ now: MonotonicTime) {
        if let since = failingSince { addNotice(.recovered(after: now - since)) }
        failingSince = nil
        health.answered()
    }

    private mutating func failed(
        _ item: inout PushItem, _ why: String, _ now: MonotonicTime, _ random: Double, _ retryAfter: Double?
    ) {
        figures.retries += 1
        health.failed(at: now, random: random, retryAfter: retryAfter)
        if failingSince == nil, health.isFailing || retryAfter != nil {
            failingSince = now
            addNotice(.failing(why))
        }
        item.attempts += 1
        let wait = StoreBackoff.policy.delay(after: item.attempts, random: random, retryAfter: retryAfter)
        item.notBefore = now + .seconds(wait)
        items[item.number] = item
        // Do not retry if a newer state is queued or the file has expired.
        if item.isListing, latest[item.path] != item.number {
            if let newer = next[item.path] {
                if let since = items[newer]?.since { items[newer]?.since = min(since, item.since) }
                return drop(listing: item.number)
            }
            next[item.path] = item.number
        } else if !item.isListing, !item.isDelete, latest[item.path] != item.number || hasExpired(item) {
            return resolve(item.number, .cancelled)
        }
        delayed.insert(item.number)
    }

    private mutating func count(sent item: PushItem) {
        // The HEAD request found the file in the store; nothing was sent.
        if item.needsHeadRequest { return }
        if let content = item.content {
            figures.sentFiles += 1
            figures.sentBytes += content.count
        } else {
            figures.deletedFiles += 1
        }
    }

    /// Handles a listing that is stored, or that is permanently rejected.
    private mutating func published(_ item: PushItem, isStored: Bool) {
        settled.insert(item.path)
        // Older states are obsolete. Newer states no longer replace an unpublished one.
        if let before = next[item.path], before < item.number { drop(listing: before) }
        drop(listing: item.number)
        for number in [latest[item.path], next[item.path]] {
            guard let number, let other = items[number], other.since <= item.number else { continue }
            items[number]?.since = number
        }
        guard isStored else { return }
        let newer = [latest[item.path], next[item.path]].compactMap { $0.flatMap { items[$0]?.since } }
        published.store(
            item.path, files: item.referencedPaths.map { [$0, item.hintedPaths] }, successor: newer.min())
    }

    /// Schedules the deletions that waited for the replacement or removal of a playlist of an earlier run.
    private mutating func replaced(_ item: PushItem, _ now: MonotonicTime) {
        guard item.role.isPlaylist else { return }
        for removal in heldRemovals.replace(item.path) {
            if case .remove(let delay) = removal.action { remove(removal, after: delay, now) }
        }
    }

    /// Removes a media file or a deletion from the queue, and updates the listings that depend on it.
    mutating func resolve(_ number: Int, _ resolution: Resolution) {
        guard let item = items.removeValue(forKey: number) else { return }
        memory -= Self.overhead
        if !item.isRetained { for piece in item.content?.pieces ?? [] { count(piece, -1) } }
        delayed.remove(number)
        initializations.remove(number)
        if latest[item.path] == number { latest[item.path] = nil }
        if inProgress[item.path] == number { inProgress[item.path] = nil }
        guard !item.isDelete else {
            if deletionOf[item.path] == number { deletionOf[item.path] = nil }
            return
        }
        // If the path is queued again, it is not lost.
        let isReplaced = latest[item.path] != nil
        if resolution == .lost, !isReplaced { lost.insert(item.path) }
        for listing in listings {
            guard items[listing]?.prerequisites.remove(number) != nil, resolution != .stored else { continue }
            if let newer = latest[item.path] {
                items[listing]?.prerequisites.insert(newer)
            } else {
                markMissing(item.path, listing, resolution)
            }
        }
    }

    /// Marks a path as missing from a listing.
    private mutating func markMissing(_ path: String, _ listing: Int, _ resolution: Resolution) {
        guard let item = items[listing] else { return }
        items[listing]?.missingPaths.insert(path)
        // While the store fails, a queued state that lists expired files is useless.
        guard resolution == .cancelled, health.isFailing, next[item.path] == listing, !item.isInProgress else { return }
        drop(listing: listing)
    }
}
