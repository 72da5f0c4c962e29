/// The table of faults.
enum Faults {
    static let all: [Fault] = timelines + playlists + multivariant + media + encryption + transport + live + lowLatency
}
