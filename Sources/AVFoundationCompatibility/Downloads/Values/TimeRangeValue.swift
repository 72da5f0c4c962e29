import Foundation

/// A time range as an object; Foundation's value objects on Linux only contain geometry and numbers.
// Safe because the range does not change.
final class TimeRangeValue: NSValue, @unchecked Sendable {
    let range: CMTimeRange

    init(_ range: CMTimeRange) {
        self.range = range
        super.init()
    }

    convenience required init(bytes value: UnsafeRawPointer, objCType type: UnsafePointer<Int8>) {
        self.init(value.loadUnaligned(as: CMTimeRange.self))
    }

    convenience required init?(coder: NSCoder) { nil }

    override func getValue(_ value: UnsafeMutableRawPointer) { value.storeBytes(of: range, as: CMTimeRange.self) }
    override func encode(with coder: NSCoder) {}
    override func isEqual(_ object: Any?) -> Bool { (object as? TimeRangeValue)?.range == range }
    override var hash: Int { range.hashValue }
    override var description: String { range.description }
}
