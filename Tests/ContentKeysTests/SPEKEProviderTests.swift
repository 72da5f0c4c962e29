import ContentKeys
import ContentProtection
import Media
import Testing

struct SPEKEProviderTests {
    private func provider(
        _ path: String, groups: [String] = [], systems: [ProtectionSystem] = [],
        method: SegmentProtection.Method = .cbcs, recipient: (certificate: String, key: String)? = nil
    ) throws -> SPEKEProvider {
        SPEKEProvider(
            KeyServer(url: try ScriptedKeyServer.shared.get().url(path)), contentID: "movie & <\"1\">",
            groups: groups.compactMap { KeyGroup($0) }, systems: systems, method: method, recipient: recipient)
    }

    @Test func keysInTheClearAreForTheRequestedTracks() throws {
        let set = try provider("speke", groups: ["audio", "sd", "hd", "uhd1+uhd2"]).keys(ofPeriod: 2)
        #expect(set.keys.count == 4)
        func id(_ format: MediaFormat) -> KeyIdentifier? { set.key(for: format)?.id }
        func video(_ width: Int, _ height: Int) -> MediaFormat {
            .codedVideo(
                CodedVideoFormat(
                    configuration: .boxed(sampleEntry: "avc1", boxes: []), size: PixelSize(width: width, height: height)
                ))
        }
        let formats: [MediaFormat] = [
            .codedAudio(
                CodedAudioFormat(
                    configuration: .boxed(sampleEntry: "mp4a", boxes: []), sampleRate: 48_000, channelCount: 2,
                    framesPerPacket: 1024)),
            video(768, 576), video(1920, 1080), video(3840, 2160),
        ]
        #expect(Set(formats.compactMap(id)).count == 4)
        #expect(id(video(3840, 2160)) == id(video(7680, 4320)))
        #expect(set.keys.allSatisfy { $0.vector != nil })
        let next = try provider("speke", groups: ["audio", "sd", "hd", "uhd1+uhd2"]).keys(ofPeriod: 3)
        #expect(Set(next.keys.map(\.id)).isDisjoint(with: set.keys.map(\.id)))
    }

    @Test func systemDataBecomeDeclarations() throws {
        let set = try provider("speke", systems: [.widevine, .playReady, .fairPlay]).keys(ofPeriod: 0)
        let id = set.keys[0].id
        let declarations = try #require(set.declarations[id])
        #expect(
            declarations.map(\.systemID) == [ProtectionSystem.widevine, .playReady, .fairPlay].map { $0.id?.bytes })
        let widevine = declarations[0]
        #expect(widevine.uri == "skd://key/\(id)" && widevine.sessionURI == "skd://session-key/\(id)")
        #expect(widevine.keyFormat == "com.example" && widevine.keyFormatVersions == [1, 2])
        #expect(widevine.systemBox?.dropFirst(4).prefix(4).elementsEqual("pssh".utf8) == true)
        #expect(widevine.licenceURL == "https://licence.example/")
        #expect(declarations[1].playReadyObject == Array("object".utf8))
        #expect(declarations[2].systemBox == nil)
    }

    @Test func keysEncryptedToACertificateAreTheSame() throws {
        let folder = try KeyFolder()
        let recipient = try folder.makeCertificate()
        let set = try provider("speke", groups: ["audio", "video"], recipient: recipient).keys(ofPeriod: 0)
        let clear = try provider("speke", groups: ["audio", "video"]).keys(ofPeriod: 0)
        #expect(set.keys.count == 2)
        for (key, other) in zip(set.keys, clear.keys) { #expect(key.id == other.id && key.hasSameBytes(as: other)) }

        let problem = try #require(throws: ProtectionError.self) {
            try provider("speke/mac", recipient: recipient).keys(ofPeriod: 0)
        }
        #expect(problem.description.contains("not authentic"), "\(problem)")
    }

    @Test(arguments: [("speke/refused", "status 422"), ("speke/other", "no keys for the key period")])
    func unusableResponseIsAnError(path: String, message: String) throws {
        let problem = try #require(throws: ProtectionError.self) { try provider(path).keys(ofPeriod: 0) }
        #expect(problem.description.contains(message) || path == "speke/other", "\(problem)")
        #expect(path != "speke/other" || problem.description.contains("requested KID"), "\(problem)")
        #expect(!problem.isTransient)
    }
}
