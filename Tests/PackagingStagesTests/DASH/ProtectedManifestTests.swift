import PackagingStages
import Foundation
import Media
import StageKit
import Testing

@Suite struct ProtectedManifestTests {
    private static let videoKey = "10101010-1010-1010-1010-1010101010"
    private static let audioKey = "20202020-2020-2020-2020-2020202020"

    /// The text between two strings; empty if the first one is missing.
    private static func part(_ text: String, from start: String, to end: String) -> Substring {
        guard let begin = text.firstRange(of: start) else { return "" }
        let rest = text[begin.upperBound...]
        return rest[..<(rest.firstRange(of: end)?.lowerBound ?? rest.endIndex)]
    }

    @Test func adaptationSetsDescribeTheirKeysAndSystems() throws {
        var run = try ManifestRun(.vod)
        var (video, audio) = (ProtectedSegments(.video(), .cbcs), ScriptedSegments.audio())
        var first = video.beginPeriod()
        let widevine = SystemIdentifiers.widevine
        var box = [0, 0, 0, 32] + Array("pssh".utf8) + [0, 0, 0, 0] + widevine
        box += [0, 0, 0, 0]
        func protect(_ segment: inout Segment) {
            var declarations: [KeyDeclaration] = []
            for id in [widevine, SystemIdentifiers.playReady, SystemIdentifiers.clearKey, SystemIdentifiers.fairPlay] {
                var declaration = KeyDeclaration(systemID: id)
                if id != SystemIdentifiers.fairPlay { declaration.systemBox = box }
                if id == SystemIdentifiers.playReady { declaration.playReadyObject = [1, 2, 3, 4] }
                if id == SystemIdentifiers.clearKey { declaration.licenceURL = "https://licence.example/?a=1&b=2" }
                declarations.append(declaration)
            }
            segment.protection?.declarations = declarations
        }
        protect(&first)
        var second = video.next()
        protect(&second)
        try run.send(first, audio.initialization(), second, audio.next(at: .zero, lasting: .seconds(6)))
        try run.finish()
        let text = try #require(run.texts.last)
        #expect(text.contains("xmlns:cenc=\"urn:mpeg:cenc:2013\" xmlns:mspr=\"urn:microsoft:playready\""))
        let content = Self.part(text, from: "startWithSAP=\"1\">\n", to: "<Role")
        let pssh = Data(box).base64EncodedString()
        #expect(
            content.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty } == [
                "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"cbcs\" "
                    + "cenc:default_KID=\"\(Self.videoKey)00\"/>",
                "<ContentProtection schemeIdUri=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\" value=\"Widevine\">",
                "<cenc:pssh>\(pssh)</cenc:pssh>", "</ContentProtection>",
                "<ContentProtection schemeIdUri=\"urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95\" value=\"MSPR 2.0\">",
                "<mspr:pro>AQIDBA==</mspr:pro>", "</ContentProtection>",
                "<ContentProtection schemeIdUri=\"urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e\" value=\"ClearKey1.0\">",
                "<dashif:Laurl>https://licence.example/?a=1&amp;b=2</dashif:Laurl>",
                "<clearkey:Laurl Lic_type=\"EME-1.0\">https://licence.example/?a=1&amp;b=2</clearkey:Laurl>",
                "</ContentProtection>",
            ])
        // Clear audio has no protection, and FairPlay is not in manifests.
        #expect(text.components(separatedBy: "<ContentProtection ").count == 5)
        #expect(!text.contains("94ce86fb"))
    }

    @Test func renditionsWithOtherKeysAreInOtherSets() throws {
        var run = try ManifestRun(.vod)
        for (name, key) in [("high", 1), ("low", 1), ("small", 2)] as [(String, UInt8)] {
            var video = ProtectedSegments(.video(name), .cenc)
            var segments = [video.beginPeriod(), video.next()]
            for index in segments.indices {
                segments[index].protection?.keyIdentifiers = [[UInt8](repeating: key, count: 16)]
            }
            try run.send(segments[0], segments[1])
        }
        try run.finish()
        let text = try #require(run.texts.last)
        #expect(text.components(separatedBy: "<AdaptationSet ").count == 3)
        #expect(text.components(separatedBy: "<Representation ").count == 4)
        let scheme = "schemeIdUri=\"urn:mpeg:dash:adaptation-set-switching:2016\""
        for other in [2, 1] { #expect(text.contains("<SupplementalProperty \(scheme) value=\"\(other)\"/>")) }
    }

    @Test func eachKeyPeriodIsAPeriod() throws {
        var run = try ManifestRun(.vod)
        var (video, audio) = (ProtectedSegments(.video(), .cbcs), ProtectedSegments(.audio(), .cbcs))
        for _ in 0..<2 {
            try run.send(
                video.beginPeriod(), audio.beginPeriod(), video.next(), audio.next(), video.next(), audio.next())
        }
        try run.finish()
        #expect(!run.problems.contains { $0.code == "format-change" })
        let text = try #require(run.texts.last)
        let periods = text.components(separatedBy: "<Period ").dropFirst().map { "<Period " + $0 }
        #expect(
            periods.map { String($0.prefix { $0 != ">" }) } == [
                "<Period id=\"1\" start=\"PT0S\"", "<Period id=\"2\" start=\"PT12S\"",
            ])
        for (index, period) in periods.enumerated() {
            for (key, folder) in [(Self.videoKey, "video"), (Self.audioKey, "audio")] {
                #expect(period.contains("cenc:default_KID=\"\(key)0\(index)\""))
                let name = index == 0 ? "init.mp4" : "init-2.mp4"
                #expect(period.contains("initialization=\"\(folder)/\(name)\""))
            }
            #expect(period.contains("startNumber=\"\(index * 2 + 1)\""))
        }
        #expect(periods[1].contains("timescale=\"30000\" presentationTimeOffset=\"360000\""))
        #expect(periods[1].contains("<S t=\"360000\" d=\"180000\" r=\"1\"/>"))
    }

    @Test func livePeriodsAppearWhenCompleteAndLeaveWithTheWindow() throws {
        var run = try ManifestRun(.live) { $0.window = 3 }
        var (video, audio) = (ProtectedSegments(.video(), .cbcs), ProtectedSegments(.audio(), .cbcs))
        func periods() -> [String] {
            (run.texts.last ?? "").components(separatedBy: "<Period ").dropFirst().map {
                String($0.prefix { $0 != ">" })
            }
        }
        try run.send(video.beginPeriod(), audio.beginPeriod(), video.next(), audio.next())
        #expect(periods() == ["id=\"1\" start=\"PT0S\""])
        try run.send(video.beginPeriod(), audio.beginPeriod(), video.next())
        #expect(periods().count == 1, "audio of the period is missing")
        try run.send(audio.next())
        #expect(periods() == ["id=\"1\" start=\"PT0S\"", "id=\"2\" start=\"PT6S\""])
        for _ in 0..<4 { try run.send(video.next(), audio.next()) }
        #expect(periods() == ["id=\"2\" start=\"PT6S\""])
        let text = try #require(run.texts.last)
        #expect(text.contains("presentationTimeOffset=\"180000\"") && !text.contains("init.mp4"))
    }

    @Test func clearRenditionsAreDividedByTime() throws {
        var run = try ManifestRun(.vod)
        var (video, audio) = (ProtectedSegments(.video(), .cbcs), ScriptedSegments.audio())
        try run.send(audio.initialization())
        for index in 0..<2 as Range<Int64> {
            try run.send(video.beginPeriod(), video.next(), audio.next(at: .seconds(index * 6), lasting: .seconds(6)))
        }
        try run.finish()
        let periods = try #require(run.texts.last).components(separatedBy: "<Period ").dropFirst()
        #expect(periods.count == 2)
        for (index, period) in periods.enumerated() {
            let audio = Self.part(period, from: "contentType=\"audio\"", to: "</AdaptationSet>")
            #expect(audio.contains("startNumber=\"\(index + 1)\"") && !audio.contains(" r=\"1\""))
            #expect(audio.contains("initialization=\"audio/init.mp4\"") && !audio.contains("ContentProtection"))
        }
    }

    @Test func wholeSegmentEncryptionIsRefused() throws {
        var run = try ManifestRun(.vod)
        var video = ProtectedSegments(.video(), .aes128)
        let (first, second) = (video.beginPeriod(), video.next())
        #expect(throws: StageError.self) { try run.send(first, second) }
    }
}
