import ISOMedia
import Media

/// The JSON form of a file's boxes.
struct BoxTreeJSON: Encodable {
    var file: String
    var boxes: [BoxJSON]
    var omitted: [String: Int]?
    /// The offset and number of bytes that do not belong to a box.
    var strayOffset: Int?
    var strayBytes: Int?

    init(_ tree: BoxTree, file: String) {
        self.file = file
        boxes = tree.top.boxes.map(BoxJSON.init)
        omitted = BoxJSON.omitted(tree.top)
        (strayOffset, strayBytes) = (tree.top.stray?.lowerBound, tree.top.stray?.count)
    }
}
