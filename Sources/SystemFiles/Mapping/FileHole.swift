import CMappedMemory

/// Holes in files, which occupy no space and read as zeros.
package enum FileHole {
    /// Replaces a range by a hole; the size of the file does not change. Returns false if the file system has no holes.
    @discardableResult
    package static func punch(_ descriptor: Int32, _ range: Range<Int>) -> Bool {
        sluice_punch_hole(descriptor, range.lowerBound, range.count) == 0
    }
}
