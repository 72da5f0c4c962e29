/// The listings that a store has, and the files to which they refer.
///
/// Clients of the store find these listings, which are older than the newest ones while uploads are late, fail or are
/// rejected.
struct PublishedListings: Sendable {
    private struct Listing {
        /// The hash values of the paths, since long playlists list many; nil if the paths are not known.
        var files: Set<Int>?
        /// The number of the first state that followed this one, or of the removal; nil if there is none.
        var successor: Int?
    }

    private var listings: [String: Listing] = [:]

    /// Records that a state of the listing at `path` was stored. `files` are the paths to which it refers, nil if they are
    /// not known. `successor` is the number of the first newer state; nil if there is none.
    mutating func store(_ path: String, files: [Set<String>]?, successor: Int?) {
        let hashes = files.map { sets in Set(sets.joined().lazy.map(\.hashValue)) }
        listings[path] = Listing(files: hashes, successor: successor)
    }

    /// Records that a newer state of a listing, or its removal, waits for its upload.
    mutating func supersede(_ path: String, by number: Int) {
        if let listing = listings[path], listing.successor == nil { listings[path]?.successor = number }
    }

    /// Records that a listing was deleted.
    mutating func remove(_ path: String) { listings[path] = nil }

    /// Whether a listing may refer to the file at `path`, which the newest states before the removal with this number do
    /// not list any more.
    func mayList(_ path: String, removedAt number: Int) -> Bool {
        let hash = path.hashValue
        return listings.values.contains { listing in
            listing.files?.contains(hash) ?? listing.successor.map { $0 < number } ?? false
        }
    }

    /// Whether a listing is known to refer to the file at `path`.
    func lists(_ path: String) -> Bool {
        let hash = path.hashValue
        return listings.values.contains { $0.files?.contains(hash) == true }
    }
}
