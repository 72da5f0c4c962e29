import Media
import StageKit

// Removing files from the store.
extension PushQueue {
    /// The maximum number of removals that wait for listings. Beyond it they start, so that a listing that the store never
    /// accepts again uses bounded memory and space in the store.
    private static let maximumWaiting = 16_384

    /// Removes a file after a delay, which starts when no listing in the store refers to it any more: clients of the store
    /// do not know listings whose upload is late.
    mutating func remove(_ resource: Resource, after delay: MediaTime, _ now: MonotonicTime) {
        let (path, delay) = (resource.path, max(delay, resource.wholeDelay ?? .zero))
        lost.remove(path)
        discardGrowing(path)
        var mayBeThere = true
        if !resource.role.isListing, let number = latest[path], let item = items[number], !item.isInProgress,
            !isRequired(item)
        {
            mayBeThere = item.attempts > 0 || inProgress[path] != nil || isPublished(item)
            resolve(number, .cancelled)
        }
        for number in [latest[path], next[path]] {
            guard let number, resource.role.isListing, items[number]?.isInProgress == false else { continue }
            drop(listing: number)
        }
        guard mayBeThere else { return }
        let removal = WaitingRemoval(role: resource.role, delay: delay, number: makeNumber())
        if resource.role.isListing { published.supersede(path, by: removal.number) }
        waitingRemovals[path] = removal
        if waitingRemovals.count > Self.maximumWaiting || !mustWait(removal, of: path, unpublished: oldestUnpublished) {
            startRemovals(now)
        }
    }

    /// Starts the delays of the removals whose files no listing in the store refers to any more.
    mutating func startRemovals(_ now: MonotonicTime) {
        guard !waitingRemovals.isEmpty else { return }
        let unpublished = oldestUnpublished
        let isFull = waitingRemovals.count > Self.maximumWaiting
        for (path, removal) in waitingRemovals where isFull || !mustWait(removal, of: path, unpublished: unpublished) {
            waitingRemovals[path] = nil
            // An upload for a listing that was replaced meanwhile.
            if !removal.role.isListing, let number = latest[path], items[number]?.isInProgress == false {
                resolve(number, .cancelled)
            }
            let due = now + max(removal.delay, .zero).duration
            scheduledDeletions[path] = (due, removal.role)
            nextDue = min(nextDue, due)
        }
    }

    private func mustWait(_ removal: WaitingRemoval, of path: String, unpublished: Int) -> Bool {
        // The state in the store is unknown before the first one of this run is stored.
        removal.number > unpublished || published.mayList(path, removedAt: removal.number)
    }

    /// The number of the oldest state of a listing that neither the store nor a newer state in the store has replaced.
    private var oldestUnpublished: Int { listings.compactMap { items[$0]?.since }.min() ?? .max }

    /// Whether the file of an upload is to be removed and no listing in the queue requires it.
    func hasExpired(_ item: PushItem) -> Bool {
        (waitingRemovals[item.path] != nil || scheduledDeletions[item.path] != nil) && !isRequired(item)
    }

    /// Whether a listing in the queue refers to a file that clients may know: it must not become a gap while its bytes are
    /// available.
    private func isRequired(_ item: PushItem) -> Bool {
        isPublished(item) && listings.contains { items[$0]?.prerequisites.contains(item.number) == true }
    }

    /// Whether a listing in the store may refer to the file of an upload: one of an earlier run, or a known one.
    private func isPublished(_ item: PushItem) -> Bool { item.isExternal || published.lists(item.path) }

    /// Enqueues the deletions that are due.
    mutating func enqueueDueDeletions(_ now: MonotonicTime) {
        guard nextDue <= now else { return }
        nextDue = .distantFuture
        for (path, departure) in scheduledDeletions {
            guard departure.due <= now else {
                nextDue = min(nextDue, departure.due)
                continue
            }
            scheduledDeletions[path] = nil
            let resource = Resource(path: path, role: departure.role, contentType: "", action: .remove(after: .zero))
            let item = makeItem(resource, .delete, now)
            items[item.number] = item
            memory += Self.overhead
            deletions.append(item.number)
            deletionOf[path] = item.number
        }
    }
}
