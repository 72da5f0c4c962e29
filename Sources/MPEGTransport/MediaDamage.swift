/// What is wrong with bytes: the first few places in words, and how many there are.
package struct MediaDamage: Sendable, Hashable {
    /// One place.
    package struct Location: Sendable, Hashable {
        /// In the resource, in bytes.
        package var offset: Int
        package var expected: String
        package var found: String
    }

    /// Places that are told of one stream in one segment.
    package static let maximumLocations = 3

    /// Bytes as they are shown: two hexadecimal digits each.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(separator: " ")
    }

    package private(set) var locations: [Location] = []
    package private(set) var count = 0

    package mutating func add(_ offset: Int, expected: @autoclosure () -> String, found: @autoclosure () -> String) {
        count += 1
        guard locations.count < Self.maximumLocations else { return }
        locations.append(Location(offset: offset, expected: expected(), found: found()))
    }

    mutating func merge(_ other: MediaDamage) {
        for place in other.locations { add(place.offset, expected: place.expected, found: place.found) }
        count += other.count - other.locations.count
    }
}
