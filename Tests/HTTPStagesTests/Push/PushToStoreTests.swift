import Foundation
import HTTPClient
import Media
import StageKit
import Testing

@testable import HTTPStages

/// The stage with a real store, working or failing.
@Suite struct PushToStoreTests {
    private func segments(_ numbers: ClosedRange<Int>, count: Int = 1000) -> [Resource] {
        numbers.map { .file("v/\($0).m4s", count: count) }
    }

    private func list(_ numbers: ClosedRange<Int>, isEnded: Bool = false) -> Resource {
        .playlist("v/list.m3u8", numbers.map { "\($0).m4s" }, isEnded: isEnded)
    }

    private let initialization = Resource.file("v/init.mp4", count: 100, role: .initialization)

    @Test func filesAreStoredInOrderAndDeleted() async throws {
        let store = try TestStore()
        let run = try PushRun(store)
        run.put(initialization)
        for number in 1...8 {
            run.put(.file("v/\(number).m4s", count: 300_000), list(max(1, number - 3)...number))
            if number > 4 { run.put(.removal("v/\(number - 4).m4s", after: .milliseconds(1))) }
        }
        try await waitUntil {
            Set(store.files.keys) == ["v/init.mp4", "v/5.m4s", "v/6.m4s", "v/7.m4s", "v/8.m4s", "v/list.m3u8"]
        }
        try await run.end()
        #expect(store.missing == [] && run.problems == [])
        #expect(store.files["v/8.m4s"] == (0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(run.measure("sent-files") >= 10 && run.measure("deleted-files") >= 1)
        #expect(store.log.contains { $0 == "PUT /store/v/8.m4s 201 300000" })
    }

    @Test func filesOfAnEarlierRunAreUploadedIfTheStoreLacksThem() async throws {
        let store = try TestStore()
        let place = store.folder.appending(path: "store/v/1.m4s")
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(count: 1000).write(to: place)
        let run = try PushRun(store)
        run.put(initialization)
        for number in 1...2 {
            var restored = Resource.file("v/\(number).m4s", count: 1000)
            restored.isRestored = true
            run.put(restored)
        }
        run.put(list(1...2))
        try await run.end()
        #expect(store.files["v/list.m3u8"] != nil && store.missing == [] && run.problems == [])
        #expect(store.files["v/1.m4s"] == [UInt8](repeating: 0, count: 1000), "a HEAD request found it")
        #expect(store.files["v/2.m4s"]?.count == 1000)
    }

    @Test func outageDoesNotBlockAndIsRecovered() async throws {
        let store = try TestStore()
        let run = try PushRun(store)
        run.put(initialization, .file("v/1.m4s", count: 1000), list(1...1))
        try await waitUntil { store.files["v/list.m3u8"] != nil }
        try store.behave("stall v/2", "503 v/3", "cut v/4", "503")
        for number in 2...6 { run.put(.file("v/\(number).m4s", count: 50_000), list(1...number)) }
        try await waitUntil { run.codes.contains("store-failing") || run.measure("failed-requests") > 3 }
        run.put(.file("v/7.m4s", count: 50_000), list(1...7, isEnded: true))
        try await waitUntil { run.codes.contains("store-failing") }
        try store.behave()
        try await run.end()
        #expect(store.files.count == 9 && store.missing == [])
        #expect(
            store.files["v/list.m3u8"].map { String(decoding: $0, as: UTF8.self).hasSuffix("#EXT-X-ENDLIST\n") } == true
        )
        #expect(store.files["v/7.m4s"]?.count == 50_000 && !run.codes.contains("not-sent"))
    }

    @Test func rejectedFileIsNotRetriedAndListedAsGap() async throws {
        let store = try TestStore()
        try store.behave("403 v/2.m4s", "redirect v/3.m4s", "500 v/4.m4s 2", "later v/5.m4s 1")
        let run = try PushRun(store)
        run.put(initialization)
        for segment in segments(1...5) { run.put(segment) }
        run.put(list(1...5, isEnded: true))
        try await run.end()
        let text = String(decoding: try #require(store.files["v/list.m3u8"]), as: UTF8.self)
        #expect(text.matches(of: /#EXT-X-GAP/).count == 2)
        #expect(store.missing == [] && Set(store.files.keys).isSuperset(of: ["v/1.m4s", "v/4.m4s", "v/5.m4s"]))
        for (word, count) in [("v/2.m4s 403", 1), ("v/3.m4s 307", 1), ("v/4.m4s 500", 2), ("v/5.m4s 503", 1)] {
            #expect(store.log.count { $0.contains(word) } == count, "\(word)")
        }
        let told = try #require(run.problems.first { $0.code == "refused" }?.message)
        #expect(told.contains("(SlowDown)") || told.contains("redirects"))
        #expect(!told.contains("<Key>") && run.codes.contains("lost"))
    }

    @Test func aStoreThatRefusesEverythingMakesTheRunFail() async throws {
        let store = try TestStore()
        try store.behave("403")
        let run = try PushRun(store)
        for number in 1...3 { run.put(.file("v/\(number).m4s", count: 1000), list(1...number)) }
        try await run.end()
        #expect(run.problems.contains { $0.severity == .error && $0.message.contains("has accepted no file") })
    }

    @Test func unreachableStoreIsReportedAtEnd() async throws {
        let run = try PushRun(nil) { $0.drain = .milliseconds(300) }
        for number in 1...5 { run.put(.file("v/\(number).m4s", count: 1000), list(1...number)) }
        try await run.end()
        let last = try #require(run.problems.first { $0.code == "not-sent" })
        #expect(last.severity == .error && last.message.contains("v/1.m4s, v/2.m4s, v/3.m4s and 3 more"))
        #expect(run.measure("waiting-files") == 6)
    }

    @Test func cancelledRunEnds() async throws {
        let store = try TestStore()
        try store.behave("stall")
        let run = try PushRun(store)
        for segment in segments(1...10) { run.put(segment) }
        try await waitUntil { store.log.contains { $0.hasSuffix("stall -") } }
        if case .success = await run.cancel() { Issue.record("the run was not cancelled") }
    }

    @Test func growingFileIsChunkedUnlessLengthRequired() async throws {
        for word in ["", "411"] {
            let store = try TestStore()
            try store.behave(word)
            let run = try PushRun(store)
            run.put(.addition("v/media.mp4", [UInt8](repeating: 1, count: 70_000)))
            try await waitUntil { store.begun == ["PUT /store/v/media.mp4"] }
            for number in 2...5 { run.put(.addition("v/media.mp4", [UInt8](repeating: UInt8(number), count: 70_000))) }
            run.put(.playlist("v/list.m3u8", ["media.mp4"], isEnded: true))
            try await run.end()
            #expect(store.files["v/media.mp4"] == (1...5).flatMap { [UInt8](repeating: UInt8($0), count: 70_000) })
            #expect(store.missing == ["store/v/list.m3u8 names init.mp4"], "init.mp4 was never stored")
            #expect(store.log.contains("PUT /store/v/media.mp4 \(word.isEmpty ? "201 chunked" : "201 350000")"))
        }
    }

    @Test func longOutageBecomesGaps() async throws {
        let store = try TestStore()
        try store.behave("503")
        let run = try PushRun(store) { ($0.memory, $0.disk) = (ByteCount(1 << 20), ByteCount(1 << 20)) }
        run.put(initialization)
        for number in 1...12 { run.put(.file("v/\(number).m4s", count: 300_000), list(1...number)) }
        try await waitUntil { run.measure("dropped-files") > 3 && run.measure("spilled-bytes") > 0 }
        run.put(list(1...12, isEnded: true))
        try store.behave()
        try await run.end()
        let text = String(decoding: try #require(store.files["v/list.m3u8"]), as: UTF8.self)
        let gaps = text.matches(of: /#EXT-X-GAP/).count
        #expect(gaps == Int(run.measure("dropped-files")) && gaps < 12 && store.missing == [])
        #expect(run.codes.count { $0 == "dropped" } == 1 && run.codes.contains("lost"))
    }

    @Test func untrustedStoreReceivesNothing() async throws {
        let store = try TestStore(isSecure: true)
        let stranger = try PushRun(store) { $0.drain = .milliseconds(500) }
        stranger.put(.file("v/1.m4s", count: 100), .file("v/2.m4s", count: 100))
        try await waitUntil { stranger.codes.contains("store-failing") }
        try await stranger.end()
        #expect(store.begun == [] && stranger.problems.contains { $0.message.contains("certificate") })
        let friend = try PushRun(store) { $0.ca = store.folder.appending(path: "certificate.pem").path }
        friend.put(.file("v/1.m4s", count: 400_000), .file("v/2.m4s", count: 100))
        try await friend.end()
        #expect(store.files["v/1.m4s"]?.count == 400_000 && store.files.count == 2 && friend.problems == [])
    }

    @Test func everyRequestHasHeadersAndAuthorization() throws {
        var store = RemoteStore(baseURL: try StoreURL("https://a.example/live/"))
        store.fields = ["X-Key: k", "cache-control: no-cache"]
        store.authorization = Secret("Bearer t")
        let item = PushItem(
            number: 1, path: "v/1.m4s", role: .segment, contentType: "video/mp4", work: .store(PushContent([])),
            queued: .zero)
        let request = try #require(store.request(for: item, at: WallTime(seconds: 0)))
        #expect(
            request.rules.fields == [
                "X-Key: k", "cache-control: no-cache", "Content-Type: video/mp4", "Authorization: Bearer t",
            ])
        #expect(request.rules.fieldsOrigin == "https://a.example:443" && request.limits.redirects == 0)
        let basic = ["Aladdin:open sesame", "", "f", "fo", "foo"].map {
            PushToStore.basicAuthorization(Secret($0)).value
        }
        #expect(basic == ["QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "", "Zg==", "Zm8=", "Zm9v"].map { "Basic \($0)" })
    }

    private static let hasBotocore = FileManager.default.fileExists(
        atPath: "/usr/lib/python3/dist-packages/botocore/auth.py")

    @Test(.enabled(if: hasBotocore, "python3-botocore is not installed: Scripts/setup --test"))
    func s3StoreAcceptsSignedRequests() async throws {
        for (secret, isRight) in [("top/secret+key", true), ("another", false)] {
            let store = try TestStore(access: ["AKIDEXAMPLE", "top/secret+key", "eu-central-1"])
            let run = try PushRun(store) { options in
                var access = S3Credentials()
                (access.region, access.accessKey) = ("eu-central-1", "AKIDEXAMPLE")
                (access.secretKey, access.sessionToken) = (Secret(secret), Secret("to/ken=="))
                (options.s3, options.url) = (access, options.url + "buck et/a$b/")
                options.headers = ["x-amz-acl: public-read"]
            }
            run.put(.removal("v/old.m4s", after: .zero))
            run.put(initialization, .file("v/1 ä+.m4s", count: 200_000), .addition("v/grown.mp4", [1, 2, 3]))
            run.put(.playlist("v/list.m3u8", ["1%20%C3%A4%2B.m4s", "grown.mp4"]))
            try await run.end()
            if isRight {
                #expect(
                    Set(store.files.keys) == [
                        "buck et/a$b/v/init.mp4", "buck et/a$b/v/1 ä+.m4s", "buck et/a$b/v/grown.mp4",
                        "buck et/a$b/v/list.m3u8",
                    ])
                #expect(run.problems == [] && !store.log.contains { $0.contains("chunked") })
            } else {
                #expect(store.files.isEmpty)
                #expect(run.problems.contains { $0.message.contains("status 403 (SignatureDoesNotMatch)") })
                #expect(!run.problems.contains { $0.message.contains(secret) })
            }
        }
    }
}
