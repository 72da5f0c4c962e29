import Media
import StageKit
import Testing

/// A resource contains a value and its text, which never contradict each other.
@Suite struct ResourceContentTests {
    private struct Title: TypedContent {
        var text: String
        var memorySize: Int { 1000 }
    }

    private struct Number: TypedContent {
        var value: Int
        var text: String { "\(value)" }
        var memorySize: Int { 8 }
    }

    private let resource = Resource(
        path: "title.txt", role: .imageMap, contentType: "text/plain", content: Title(text: "abc"))

    @Test func valueIsStoredAsItsText() {
        #expect(resource.action == .store(ByteRope(Array("abc".utf8))))
        #expect(resource.content(as: Title.self) == Title(text: "abc"))
        #expect(resource.content(as: Number.self) == nil)
        #expect(resource.byteCount == 1003, "links count the value")
    }

    @Test func newBytesReplaceValue() {
        var changed = resource
        changed.path = "other.txt"
        #expect(changed.content(as: Title.self) != nil)
        changed.action = .store(ByteRope(Array("abd".utf8)))
        #expect(changed.content(as: Title.self) == nil && changed.byteCount == 3)
    }

    @Test func equalTextsOfDifferentTypesDiffer() {
        let number = Resource(path: "a", role: .imageMap, contentType: "", content: Number(value: 1))
        let title = Resource(path: "a", role: .imageMap, contentType: "", content: Title(text: "1"))
        let bytes = Resource(path: "a", role: .imageMap, contentType: "", action: title.action)
        #expect(number == Resource(path: "a", role: .imageMap, contentType: "", content: Number(value: 1)))
        #expect(number != title && title != bytes)
    }
}
