import HLS
import ISOMedia
import Media
import HLSValidator
import Testing
import HLSRules

/// Tracks with sample descriptions for both encrypted and clear samples.
@Suite struct ClearLeadTests {
    /// Returns files that use the second, clear sample description by default if `isClear` is set.
    private func files(isClear: Bool, hasKey: Bool) throws -> MediaFiles {
        var model = ValidMedia.encrypted
        model.segmentTracks()
        for index in 0..<6 { model.renditions[0].segments[index].fragments[0].runs[0].hasEncryption = false }
        var files = try model.files()
        var clear = ValidMedia.videoOnly
        clear.segmentTracks()
        let table = ["moov", "trak", "mdia", "minf", "stbl", "stsd"]
        let plain = try #require(try clear.files().media["video/init.mp4"])
        let entry = try #require(try BoxPatch.find(table + ["avc1"], in: plain).last)
        var start = try #require(files.media["video/init.mp4"])
        try BoxPatch.insert(Array(plain[entry]), in: table, of: &start)
        try BoxPatch.write([0, 0, 0, 2], at: 12, of: table, in: &start)
        try BoxPatch.write([0, 0, 0, isClear ? 2 : 1], at: 16, of: ["moov", "mvex", "trex"], in: &start)
        files.media["video/init.mp4"] = start
        let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://key\"\n"
        let text = try #require(files.texts["video.m3u8"])
        #expect(text.contains(key))
        if !hasKey { files.texts["video.m3u8"] = text.replacing(key, with: "") }
        return files
    }

    private func rules(isClear: Bool, hasKey: Bool) throws -> Set<String> {
        Set(try files(isClear: isClear, hasKey: hasKey).measure(.rfc).findings.map(\.rule))
    }

    @Test func clearSamplesRequireNoKeyOrIV() throws {
        #expect(try rules(isClear: true, hasKey: false) == [])
        #expect(try rules(isClear: true, hasKey: true) == [])
    }

    @Test func encryptedSamplesRequireKeyAndIV() throws {
        #expect(try rules(isClear: false, hasKey: false) == ["B23", "R29"])
        #expect(try rules(isClear: false, hasKey: true) == ["B23"])
    }

    @Test(arguments: ["AES-256", "AES-256-GCM", "COM-EXAMPLE"])
    func unsupportedMethodsAreNotReportedAsUnknownFormat(method: String) throws {
        var model = ValidMedia.encryptedTransport
        model.segmentTracks()
        var files = try model.files()
        files.media["key"] = nil
        let name = try #require(files.texts.keys.first { files.texts[$0]?.contains("METHOD=AES-128") == true })
        files.texts[name] = files.texts[name]?.replacing("METHOD=AES-128", with: "METHOD=\(method)")
        #expect(files.measure(.rfc).findings.filter { $0.rule == "S1" } == [])
    }

    @Test func roundingIsWarningAndFrameGapIsError() throws {
        for (shift, level) in [(UInt64(20), RuleLevel.should), (512, .must)] {
            var model = ValidMedia.videoOnly
            model.segmentTracks()
            for index in 3..<6 { model.renditions[0].segments[index].fragments[0].runs[0].time += shift }
            let found = try model.files().measure(.rfc).findings.filter { $0.rule == "R46" }
            #expect(found.map(\.level) == [level], "\(shift)")
        }
    }
}
