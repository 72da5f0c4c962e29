import ContentKeys
import ContentProtection
import Media
import Testing

struct CPIXDocumentTests {
    private static let first = "00000000-0000-0000-0000-000000000001"
    private static let second = "00000000-0000-0000-0000-000000000002"

    /// Returns a document with two keys in the clear, whose bytes are their last digit, and these lists behind them.
    private static func document(_ lists: String, keyAttributes: String = "") -> String {
        let keys = [(first, "AQEBAQEBAQEBAQEBAQEBAQ=="), (second, "AgICAgIC\n  AgICAgICAgICAg==")].map { id, value in
            """
            <ContentKey kid="\(id)" \(keyAttributes)><Data><pskc:Secret>
              <pskc:PlainValue>\(value)</pskc:PlainValue></pskc:Secret></Data></ContentKey>
            """
        }
        return """
            <?xml version="1.0"?><!-- a comment --><CPIX version="2.3" xmlns="urn:dashif:org:cpix"
              xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc"><ContentKeyList>\(keys.joined())</ContentKeyList>
              \(lists)</CPIX>
            """
    }

    private static func rules(_ rules: String) -> String {
        "<ContentKeyUsageRuleList>\(rules)</ContentKeyUsageRuleList>"
    }

    private func keys(
        _ text: String, period: Int = 0, method: SegmentProtection.Method = .cbcs, rotates: Bool = false,
        name: String = "document.xml"
    ) throws -> KeySet {
        let folder = try KeyFolder()
        let path = try folder.write(name, text.utf8).replacing("0.xml", with: "{period}.xml")
        return try CPIXFileProvider(path: path, recipient: nil, method: method, rotates: rotates)
            .keys(ofPeriod: period)
    }

    private static func video(_ width: Int, _ height: Int) -> MediaFormat {
        .codedVideo(
            CodedVideoFormat(
                configuration: .boxed(sampleEntry: "avc1", boxes: []), size: PixelSize(width: width, height: height)))
    }

    private static func audio(_ channels: Int) -> MediaFormat {
        .codedAudio(
            CodedAudioFormat(
                configuration: .boxed(sampleEntry: "mp4a", boxes: []), sampleRate: 48_000, channelCount: channels,
                framesPerPacket: 1024))
    }

    @Test func usageRulesSelectKeysByResolutionAndChannels() throws {
        let set = try keys(
            Self.document(
                Self.rules(
                    """
                    <ContentKeyUsageRule kid="\(Self.first)" intendedTrackType="SMALL">
                      <VideoFilter maxPixels="400000"/></ContentKeyUsageRule>
                    <ContentKeyUsageRule kid="\(Self.first)" intendedTrackType="STEREO_AUDIO"/>
                    <ContentKeyUsageRule kid="\(Self.second)" intendedTrackType="LARGE">
                      <VideoFilter minPixels="400001"/></ContentKeyUsageRule>
                    <ContentKeyUsageRule kid="\(Self.second)" intendedTrackType="AUDIO">
                      <AudioFilter minChannels="3"/></ContentKeyUsageRule>
                    """)))
        func digit(_ format: MediaFormat) -> UInt8? { set.key(for: format)?.id.bytes.last }
        #expect(digit(Self.video(640, 360)) == 1)
        // The same class 'sd' as above: the filter is exact.
        #expect(digit(Self.video(768, 576)) == 2)
        #expect(digit(Self.video(3840, 2160)) == 2)
        #expect(digit(Self.audio(2)) == 1)
        #expect(digit(Self.audio(6)) == 2)
        #expect(set.keys[1].withUnsafeBytes { Array($0) } == Array(repeating: 2, count: 16))
    }

    @Test func aDocumentWithoutPeriodsCannotBeRotated() throws {
        let rules = Self.rules("<ContentKeyUsageRule kid=\"\(Self.first)\" intendedTrackType=\"ALL\"/>")
        let error = #expect(throws: ProtectionError.self) { try keys(Self.document(rules), rotates: true) }
        #expect(error.map { "\($0)" }?.contains("add {period} to the path") == true, "\(String(describing: error))")
        #expect(try keys(Self.document(rules), rotates: true, name: "0.xml").keys.count == 1)
        #expect(try keys(Self.document(rules)).keys.count == 1)
        let periods = "<ContentKeyPeriodList><ContentKeyPeriod id=\"a\"/></ContentKeyPeriodList>"
        let filtered = Self.rules(
            """
            <ContentKeyUsageRule kid="\(Self.first)" intendedTrackType="ALL"><KeyPeriodFilter periodId="a"/>
            </ContentKeyUsageRule>
            """)
        #expect(try keys(Self.document(periods + filtered), rotates: true).keys.count == 1)
    }

    @Test func periodFiltersSelectKeysByPeriod() throws {
        let text = Self.document(
            """
            <ContentKeyPeriodList><ContentKeyPeriod id="a" index="4"/><ContentKeyPeriod id="b" index="5"/>
            </ContentKeyPeriodList>
            """
                + Self.rules(
                    """
                    <ContentKeyUsageRule kid="\(Self.first)"><KeyPeriodFilter periodId="a"/></ContentKeyUsageRule>
                    <ContentKeyUsageRule kid="\(Self.second)"><KeyPeriodFilter periodId="b"/></ContentKeyUsageRule>
                    """))
        #expect(try keys(text, period: 4).keys.map(\.id.bytes.last) == [1])
        #expect(try keys(text, period: 5).keys.map(\.id.bytes.last) == [2])
        #expect(throws: ProtectionError.self) { try keys(text, period: 6) }
    }

    @Test(arguments: [
        ("", "no usage rules"),
        (rules("<ContentKeyUsageRule/>"), "no valid 'kid'"),
        (rules("<ContentKeyUsageRule kid='\(first)' intendedTrackType='X'/>"), "unknown intendedTrackType 'X'"),
        (rules("<ContentKeyUsageRule kid='\(first)'><BitrateFilter/></ContentKeyUsageRule>"), "BitrateFilter"),
        (rules("<ContentKeyUsageRule kid='\(first)'><VideoFilter hdr='true'/></ContentKeyUsageRule>"), "'hdr'"),
        (
            rules(
                "<ContentKeyUsageRule kid='\(first)'><VideoFilter minPixels='2' maxPixels='1'/></ContentKeyUsageRule>"),
            "not a range"
        ),
        (
            rules("<ContentKeyUsageRule kid='\(first)'/><ContentKeyUsageRule kid='\(second)'/>"),
            "two keys are for 'audio'"
        ),
        ("<DRMSystemList><DRMSystem kid='\(first)' systemId='x'/></DRMSystemList>", "'systemId'"),
        (
            "<DRMSystemList><DRMSystem kid='\(first)' systemId='\(second)'><PSSH>AAAA</PSSH></DRMSystem></DRMSystemList>",
            "not one complete 'pssh' box"
        ),
        ("<ContentKeyList/></X>", "invalid XML"),
    ])
    func ambiguousOrInvalidDocumentIsRejected(lists: String, message: String) throws {
        let problem = try #require(throws: ProtectionError.self) { try keys(Self.document(lists)) }
        #expect(problem.description.contains(message), "\(problem)")
    }

    @Test func keyOfAnotherSchemeIsRejected() throws {
        let text = Self.document(
            Self.rules("<ContentKeyUsageRule kid='\(Self.first)'/>"),
            keyAttributes: "commonEncryptionScheme='cenc' explicitIV='AAAAAAAAAAAAAAAAAAAAAQ=='")
        #expect(try keys(text, method: .cenc).keys[0].vector == InitializationVector(high: 0, low: 1))
        let problem = try #require(throws: ProtectionError.self) { try keys(text, method: .cbcs) }
        #expect(problem.description.contains("is for 'cenc', but the method is 'cbcs'"))
    }

    @Test(.timeLimit(.minutes(10)))
    func hostileDocumentIsRejectedWithoutExpansion() throws {
        let laughs = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
        let documents = [
            "<!DOCTYPE CPIX [<!ENTITY l0 \"lol\">\(laughs)]><CPIX xmlns='urn:dashif:org:cpix'>&l9;</CPIX>",
            "<!DOCTYPE CPIX [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><CPIX xmlns='urn:dashif:org:cpix'>&x;</CPIX>",
            "<!DOCTYPE CPIX SYSTEM \"http://127.0.0.1:1/x.dtd\"><CPIX xmlns='urn:dashif:org:cpix'/>",
            String(repeating: "<a>", count: 100_000),
            "<a>" + String(repeating: "<b/>", count: 200_000) + "</a>",
            "<a " + (0..<60_000).map { "a\($0)=''" }.joined(separator: " ") + "/>",
            "<CPIX xmlns='urn:dashif:org:cpix'>" + String(repeating: "x", count: 1 << 20) + "</CPIX>",
            "<CPIX xmlns='urn:another'/>", "<CPIX/>", "", "\u{0}", "<a>&undefined;</a>",
        ]
        for text in documents {
            let problem = try #require(throws: ProtectionError.self) { try keys(text) }
            #expect(!problem.isTransient)
            // A message of a few words: no part of the document.
            #expect(problem.description.utf8.count < 300, "\(problem)")
        }
    }
}
