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

/// The JSON form of a field: a number if the value is numeric, otherwise text.
struct FieldJSON: Encodable {
    private let value: BoxTree.Field.Value

    init(_ value: BoxTree.Field.Value) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .number(let number):
            if let small = Int64(exactly: number) {
                try container.encode(small)
            } else {
                try container.encode(UInt64(number))
            }
        case .text(let text): try container.encode(text)
        }
    }
}

/// The JSON form of a sample. Times are in ticks of its track.
struct SampleJSON: Encodable {
    var track: UInt32
    var number: Int
    var dts: Int64
    var pts: Int64
    var duration: Int64
    var size: Int
    var offset: Int
    var sync: Bool
    var units: [String]

    init(_ entry: SampleListing.Entry) {
        (track, number, units) = (entry.trackID, entry.number, entry.units)
        (dts, pts) = (entry.sample.decodeTicks, entry.presentationTicks)
        (duration, size, offset) = (entry.sample.duration, entry.sample.size, entry.sample.fileOffset)
        sync = entry.sample.flags.isSync
    }
}

/// The JSON form of a track of listed samples.
struct SampleTrackJSON: Encodable {
    var track: UInt32
    var timescale: Int32?
    var codec: String?
}

/// The JSON form of a sample listing.
struct SampleListingJSON: Encodable {
    var file: String
    var tracks: [SampleTrackJSON]
    var samples: [SampleJSON]
    var problems: [String]
}

/// The JSON form of the differences of two files.
struct DifferenceJSON: Encodable {
    struct Entry: Encodable {
        var place: String
        var first: String?
        var second: String?
    }
    var first: String
    var second: String
    var differences: [Entry]
    var omitted: Int
}
