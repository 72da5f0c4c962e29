import ISOMedia
import Media

/// The JSON form of a box and its children.
struct BoxJSON: Encodable {
    var type: String
    var offset: Int
    var size: Int
    /// The available size of a truncated box; nil for complete boxes.
    var presentSize: Int?
    var fields: [String: FieldJSON]?
    var boxes: [BoxJSON]?
    /// The number of omitted boxes, by type.
    var omitted: [String: Int]?

    init(_ node: BoxTree.Node) {
        (type, offset, size) = (node.type.description, node.offset, node.size)
        presentSize = node.isCutOff ? node.presentSize : nil
        if !node.fields.isEmpty {
            fields = Dictionary(node.fields.map { ($0.name, FieldJSON($0.value)) }) { first, _ in first }
        }
        if !node.content.boxes.isEmpty { boxes = node.content.boxes.map(BoxJSON.init) }
        omitted = Self.omitted(node.content)
    }

    static func omitted(_ level: BoxTree.Level) -> [String: Int]? {
        guard !level.rest.isEmpty else { return nil }
        return Dictionary(level.rest.map { ($0.type.description, $0.count) }) { $0 + $1 }
    }
}
