/// The path of a numbered segment, such as `video/segment-00005.m4s`, whose parts are at paths such as
/// `video/segment-00005.2.m4s`.
struct SegmentPath: Hashable {
    var folder: Substring
    private var name: Substring
    private var number: Int
    private var width: Int
    private var suffix: Substring

    /// Splits a path at the last digits before its extension; nil without digits.
    init?(_ path: String) {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        guard let dot = path[start...].lastIndex(of: ".") else { return nil }
        let digits = path[start..<dot].utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
        let first = path.utf8.index(dot, offsetBy: -digits)
        guard (1...15).contains(digits), let number = Int(path[first..<dot]) else { return nil }
        (folder, name, suffix) = (path[..<start], path[start..<first], path[dot...])
        (self.number, width) = (number, digits)
    }

    /// The path of the segment that a part belongs to; nil if the path is not that of a part.
    init?(part path: String) {
        guard let dot = path.lastIndex(of: "."), let partDot = path[..<dot].lastIndex(of: "."),
            !path[partDot..<dot].dropFirst().isEmpty, path[partDot..<dot].dropFirst().allSatisfy(\.isNumber)
        else { return nil }
        self.init("\(path[..<partDot])\(path[dot...])")
    }

    /// The path of the following segment.
    var next: SegmentPath {
        var result = self
        result.number += 1
        return result
    }

    /// The path as text.
    var text: String {
        let digits = String(number)
        return "\(folder)\(name)\(String(repeating: "0", count: max(0, width - digits.count)))\(digits)\(suffix)"
    }

    static func == (left: SegmentPath, right: SegmentPath) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
