import HLS
import Media
import Testing

/// Video renditions that show different pictures (RFC 8216bis 4.4.6.1).
@Suite struct VideoGroupTests {
    private static func video(
        _ uri: String, _ name: String?, height: Int, group: String? = "angles", peak: Int = 1000,
        codec: String = "avc1.a"
    ) -> PresentationRendition {
        var video = PresentationRendition.Video(
            codec: codec, resolution: PixelSize(width: height * 16 / 9, height: height),
            frameRate: FrameRate(thousandths: height * 10), range: .sdr)
        (video.group, video.name) = (group, name)
        return PresentationRendition(
            uri: uri, bandwidth: Bandwidth(peak: peak, average: peak / 2), video: video, audio: [],
            iFrames: .init(uri: "i-" + uri, bandwidth: Bandwidth(peak: 10, average: 10)))
    }

    /// A member as group, name and URI, and a variant as URI and group.
    struct Form: CustomTestStringConvertible {
        var testDescription: String
        var renditions: [PresentationRendition]
        var members: [String]
        var variants: [String]
    }

    private static let forms = [
        Form(
            testDescription: "two pictures",
            renditions: [video("a", "Front", height: 720), video("b", "Rear", height: 720)],
            members: ["angles Front -", "angles Rear b"], variants: ["a angles"]),
        Form(
            testDescription: "sizes of the first picture",
            renditions: [
                video("a", "Front", height: 720), video("a2", "Front", height: 360), video("b", "Rear", height: 720),
            ], members: ["angles Front -", "angles Rear b"], variants: ["a angles", "a2 angles"]),
        Form(
            testDescription: "sizes of both pictures",
            renditions: [
                video("a", "Front", height: 720), video("a2", "Front", height: 360), video("b", "Rear", height: 640),
                video("b2", "Rear", height: 320),
            ],
            members: ["angles Front -", "angles Rear b", "angles-2 Front -", "angles-2 Rear b2"],
            variants: ["a angles", "a2 angles-2"]),
        Form(
            testDescription: "one picture",
            renditions: [video("a", "Front", height: 720), video("a2", "Front", height: 360)], members: [],
            variants: ["a -", "a2 -"]),
        Form(
            testDescription: "no names",
            renditions: [video("a", nil, height: 720), video("a2", nil, height: 360)], members: [],
            variants: ["a -", "a2 -"]),
        Form(
            testDescription: "a variant without a group",
            renditions: [
                video("a", "Front", height: 720), video("c", "Other", height: 720, group: nil),
                video("b", "Rear", height: 720),
            ], members: ["angles Front -", "angles Rear b"], variants: ["a angles", "c -"]),
    ]

    @Test(arguments: forms) func picturesAreMembersOfGroups(form: Form) throws {
        let presentation = Presentation(renditions: form.renditions, hasIndependentSegments: true)
        let list = presentation.playlist
        let members = list.renditions.filter { $0.kind == .video }
        #expect(members.map { "\($0.groupID) \($0.name) \($0.uri ?? "-")" } == form.members)
        #expect(list.variants.map { "\($0.uri) \($0.videoGroup ?? "-")" }.sorted() == form.variants.sorted())
        #expect(list.iFrameVariants.count == form.variants.count)
        for group in Set(members.map(\.groupID)) {
            #expect(members.count { $0.groupID == group && $0.isDefault && $0.isAutoselect } == 1)
        }
        guard case .multivariant(let read) = try Playlist.parse(list.text).playlist else {
            Issue.record("no multivariant playlist")
            return
        }
        #expect(read == list)
    }

    /// BANDWIDTH, CODECS and FRAME-RATE cover each picture that players can choose.
    @Test func variantDeclaresWhatItsPicturesNeed() throws {
        let list = Presentation(
            renditions: [
                Self.video("a", "Front", height: 360),
                Self.video("b", "Rear", height: 720, peak: 3000, codec: "hvc1.b"),
                PresentationRendition(
                    uri: "s", bandwidth: Bandwidth(peak: 100, average: 100), video: nil,
                    audio: [.init(codec: "mp4a.40.2", channelCount: 2)]),
            ], hasIndependentSegments: true
        ).playlist
        let variant = try #require(list.variants.first)
        #expect(list.variants.count == 1 && variant.bandwidth == 3100 && variant.averageBandwidth == 1600)
        #expect(variant.codecs == ["avc1.a", "hvc1.b", "mp4a.40.2"] && variant.frameRate?.thousandths == 7200)
        #expect(variant.resolution?.height == 360 && variant.audioGroup != nil)
    }
}
