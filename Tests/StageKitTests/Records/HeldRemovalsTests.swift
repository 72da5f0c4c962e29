import Media
import StageKit
import Testing

@Suite struct HeldRemovalsTests {
    private func removal(_ path: String, _ playlists: Set<String>) -> Resource {
        var removal = Resource(path: path, role: .segment, contentType: "", action: .remove(after: .zero))
        removal.formerPlaylists = playlists
        return removal
    }

    @Test func removalWaitsForEveryPlaylist() {
        var held = HeldRemovals()
        let removals = [removal("b", ["x", "y"]), removal("a", ["x"]), removal("c", [])]
        #expect(removals.map { held.hold($0) } == [true, true, false])
        #expect(held.count == 2)
        #expect(["x", "x", "y"].map { held.replace($0).map(\.path) } == [["a"], [], ["b"]])
        let isHeld = held.hold(removal("d", ["y", "x"]))
        #expect(!isHeld, "both are replaced")
    }

    @Test func fileThatIsStoredAgainIsNotRemoved() {
        var held = HeldRemovals()
        let stored = Resource(path: "a", role: .segment, contentType: "", action: .store(ByteRope([1])))
        #expect([removal("a", ["x"]), stored].map { held.hold($0) } == [true, false])
        #expect(held.replace("x").map(\.path) == [])
    }
}
