/// The reason why a track cannot be carried, as the end of a sentence about it.
struct TrackObstacle: Error, Hashable {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}
