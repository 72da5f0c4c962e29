/// The movie fragments of a file and the defaults of their samples.
struct FragmentIndex: Sendable {
    /// The offsets of the `moof` boxes.
    let offsets: [Int]
    /// The defaults by track_ID.
    let defaults: [UInt32: SampleDefaults]
    /// The declared end of the last box in the file, if it exceeds the file.
    let cutOffEnd: Int?
    /// The offset of bytes after the last fragment that are not a box.
    var damagedOffset: Int?
    /// The place of the bytes in their resource, to which absolute addresses of media refer.
    var resourceOffset = 0

    /// Returns the reader of a fragment; nil if it is not complete.
    func reader(of fragment: Int, in file: FileBytes) -> FragmentReader? {
        FragmentReader(file, at: offsets[fragment], defaults: defaults, resourceOffset: resourceOffset)
    }
}
