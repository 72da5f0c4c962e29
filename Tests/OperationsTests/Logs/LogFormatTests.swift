import Foundation
import Media
import Operations
import Testing

@Suite struct LogFormatTests {
    private static let time = WallTime(milliseconds: 1_767_323_045_678)
    private static let lost = LogEvent(
        .sourceLost, "no data for 5.0 s", pipeline: "live", stage: "camera", fields: [LogField(.code, "source-lost")],
        at: time)

    @Test func textHasDateLevelAndStage() {
        let text = LogText(hasTime: true)
        #expect(text.line(Self.lost) == "2026-01-02T03:04:05.678Z warning: camera: no data for 5.0 s")
        #expect(LogText(hasTime: false).line(Self.lost) == "warning: camera: no data for 5.0 s")
        let started = LogEvent(.pipelineStarted, "started", pipeline: "live", at: Self.time)
        #expect(text.line(started) == "2026-01-02T03:04:05.678Z started")
    }

    @Test func textBeginsWithThePlaceOfAFailure() {
        let failed = LogEvent(
            .pipelineFailed, "no camera", stage: "camera",
            fields: [
                LogField(.file, "live.yaml"), LogField(.line, 12), LogField(.column, 3),
                LogField(.kind, "capture.video"),
            ], at: Self.time)
        let text = LogText(hasTime: false)
        #expect(text.line(failed) == "live.yaml:12:3: error: camera (capture.video): no camera")
        let colored = LogText(hasTime: false, hasColor: true).line(failed)
        #expect(colored.contains("\u{1b}[1;31merror: \u{1b}[0mcamera"))
    }

    @Test func eventIsOneLineWithoutControlCharacters() throws {
        let event = LogEvent(.notice, "one\ntwo\u{1b}[2J\r\u{85}\u{2028}\"\\", pipeline: "a\nb", at: Self.time)
        let text = LogText(hasTime: true).line(event)
        #expect(text == "2026-01-02T03:04:05.678Z note: one\\ntwo\\u{1b}[2J\\r\\u{85}\\u{2028}\"\\")
        let json = LogJSON.line(event)
        #expect(json.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x85 && $0.value != 0x2028 })
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(object?["message"] as? String == event.message && object?["pipeline"] as? String == "a\nb")
    }

    @Test func jsonHasTypedFieldsInAFixedOrder() {
        var event = Self.lost
        event.fields += [LogField(.count, 3), LogField(.durationSeconds, 2.0004), LogField(.speedRatio, .infinity)]
        #expect(
            LogJSON.line(event) == """
                {"time":"2026-01-02T03:04:05.678Z","level":"warning","event":"source.lost","pipeline":"live",\
                "stage":"camera","message":"no data for 5.0 s","code":"source-lost","count":3,\
                "duration_seconds":2.0,"speed_ratio":null}
                """)
    }

    @Test func journalEntryHasTheFieldsOfTheProtocol() {
        var event = Self.lost
        event.message = "two\nlines"
        let value = "camera: two\nlines"
        let length = [UInt8(value.utf8.count), 0, 0, 0, 0, 0, 0, 0]
        let expected =
            Array("MESSAGE\n".utf8) + length
            + Array(
                """
                \(value)
                PRIORITY=4
                SYSLOG_IDENTIFIER=sluice
                MESSAGE_ID=\(LogEventKind.sourceLost.messageID)
                SLUICE_EVENT=source.lost
                SLUICE_PIPELINE=live
                SLUICE_STAGE=camera
                SLUICE_CODE=source-lost

                """.utf8)
        #expect(JournalDatagram.bytes(event) == expected)
    }
}
