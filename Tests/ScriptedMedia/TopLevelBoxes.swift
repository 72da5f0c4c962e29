/// The top-level boxes of a file, parsed independently of the reader under test.
package enum TopLevelBoxes {
    package struct Box {
        package var type: String
        package var range: Range<Int>
        /// Whether the file contains the whole box.
        package var isComplete: Bool

        package init(type: String, range: Range<Int>, isWhole: Bool) {
            self.type = type
            self.range = range
            self.isComplete = isWhole
        }
    }

    package static func boxes(_ bytes: [UInt8]) -> [Box] {
        var boxes: [Box] = []
        var offset = 0
        while offset + 8 <= bytes.count {
            var size = number(bytes, offset, 4)
            let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            if size == 1 { size = offset + 16 <= bytes.count ? number(bytes, offset + 8, 8) : 16 }
            if size == 0 { size = bytes.count - offset }
            guard size >= 8 else { break }
            boxes.append(Box(type: type, range: offset..<offset + size, isWhole: offset + size <= bytes.count))
            offset += size
        }
        return boxes
    }

    /// Returns the number of movie fragments whose `moof` and `mdat` are complete.
    package static func completeFragmentCount(_ bytes: [UInt8]) -> Int {
        let boxes = boxes(bytes)
        return zip(boxes, boxes.dropFirst()).filter { $0.type == "moof" && $1.type == "mdat" && $1.isComplete }.count
    }

    package static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
