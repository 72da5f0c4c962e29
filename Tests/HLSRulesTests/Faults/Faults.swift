/// The table of faults.
enum Faults {
    static let all: [Fault] =
        timelines + playlists + multivariant + media + pictures + encryption + transport + live + lowLatency
}
