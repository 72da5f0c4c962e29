/// A location in the folder of a download: a file and an offset.
package struct LocalPlace: Sendable, Hashable, Comparable {
    /// The path relative to the folder, made of generated names without spaces and `..`.
    package var path: String
    /// The offset in bytes; not 0 only if a file is fetched in ranges.
    package var offset: Int

    package init(path: String, offset: Int = 0) {
        self.path = path
        self.offset = offset
    }

    package static func < (left: LocalPlace, right: LocalPlace) -> Bool {
        left.path == right.path ? left.offset < right.offset : left.path < right.path
    }
}
