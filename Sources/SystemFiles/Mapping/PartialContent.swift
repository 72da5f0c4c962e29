/// Content that a file contains in part; the other parts read as zeros.
package protocol PartialContent: AnyObject, Sendable {}

extension PartialContent {
    /// Records that a range is going to be read or sent.
    package func use(_ range: Range<Int>) { UsedRanges.current?.add(range, of: self) }
}
