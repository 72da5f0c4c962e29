import Media
import StageKit

/// The removal of a file to which listings in the store may refer. Its delay starts when none does.
struct WaitingRemoval: Sendable {
    let role: Resource.Role
    let delay: MediaTime
    /// The sequence number of the removal among the items of the queue.
    let number: Int
}
