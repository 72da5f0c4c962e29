import ISOMedia
import Media

/// The tree of boxes for programs.
struct BoxJSON: Encodable {
    var type: String
    var offset: Int
    var size: Int
    /// What is there of a box that is cut off.
    var presentSize: Int?
    var fields: [String: FieldJSON]?
    var boxes: [BoxJSON]?
    /// How many boxes of which type were left out.
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

/// A file's boxes for programs.
struct BoxTreeJSON: Encodable {
    var file: String
    var boxes: [BoxJSON]
    var omitted: [String: Int]?
    /// Bytes that are no box: where they begin and how many.
    var strayOffset: Int?
    var strayBytes: Int?

    init(_ tree: BoxTree, file: String) {
        self.file = file
        boxes = tree.top.boxes.map(BoxJSON.init)
        omitted = BoxJSON.omitted(tree.top)
        (strayOffset, strayBytes) = (tree.top.stray?.lowerBound, tree.top.stray?.count)
    }
}

/// A field as a number where it is one.
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

/// One sample for programs; times in ticks of its track.
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

/// A track of listed samples for programs.
struct SampleTrackJSON: Encodable {
    var track: UInt32
    var timescale: Int32?
    var codec: String?
}

/// Samples for programs.
struct SampleListingJSON: Encodable {
    var file: String
    var tracks: [SampleTrackJSON]
    var samples: [SampleJSON]
    var problems: [String]
}

/// Differences for programs.
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
