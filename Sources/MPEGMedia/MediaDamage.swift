/// What is wrong with bytes: the first few places in words, and how many there are.
package struct MediaDamage: Sendable, Hashable {
    /// One place.
    package struct Place: Sendable, Hashable {
        /// In the resource, in bytes.
        package var offset: Int
        package var expected: String
        package var found: String
    }

    /// Places that are told of one stream in one segment.
    package static let toldPlaces = 3

    package private(set) var places: [Place] = []
    package private(set) var count = 0

    package mutating func add(_ offset: Int, expected: @autoclosure () -> String, found: @autoclosure () -> String) {
        count += 1
        guard places.count < Self.toldPlaces else { return }
        places.append(Place(offset: offset, expected: expected(), found: found()))
    }

    mutating func join(_ other: MediaDamage) {
        for place in other.places { add(place.offset, expected: place.expected, found: place.found) }
        count += other.count - other.places.count
    }
}
