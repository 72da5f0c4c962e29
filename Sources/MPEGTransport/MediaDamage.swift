import Media

/// The damage found in media: the first locations, and the total count.
package struct MediaDamage: Sendable, Hashable {
    /// One damaged location.
    package struct Location: Sendable, Hashable {
        /// The offset in the resource, in bytes.
        package var offset: Int
        package var expected: String
        package var found: String
    }

    /// The maximum number of locations kept per stream and segment.
    package static let maximumLocations = 3

    /// Formats bytes as pairs of hexadecimal digits.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { $0.hexadecimal() }.joined(separator: " ")
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
