import CMappedMemory

/// The memory of this process.
package enum ProcessMemory {
    /// Returns free memory to the system, which takes about a millisecond. The allocator itself keeps most of the
    /// memory that a short peak of use leaves.
    package static func trim() { malloc_trim(0) }
}
